/**
 * Calls to upload pictures. The body is a multipart form with one file in the field `picture`: JPEG, PNG, WebP or GIF, up to 5 MB.
 */
import * as z from 'zod/mini'
import { publicCall, signedInCall } from '../call.ts'
import { sessionUser } from '../entities.ts'
import { pictureKind } from './pictures.ts'
import { signUp } from '../accounts/sign-up-calls.ts'
import { uploadLimits } from '../limit-groups.ts'

const file = 'picture'

export const uploadPicture = signedInCall.post('account/upload-picture', {
  summary: 'Replaces the avatar or cover picture. The picture is cropped, and its metadata is removed.',
  costs: 'up to 5 MB, and a process that decodes (Pictures, above)',
  limits: uploadLimits,
  query: z.object({ kind: pictureKind }),
  file,
  response: sessionUser,
})

export const removePicture = signedInCall.post('account/remove-picture', {
  summary: 'Removes the avatar or cover picture; generated artwork takes its place.',
  costs: 'a row, and a file removed',
  body: z.object({ kind: pictureKind }),
  response: sessionUser,
})

export const selectProfilePicture = publicCall.post('account/sign-up/select-profile-picture', {
  summary: 'Sets the picture of a sign-up; this step is optional.',
  costs: 'up to 5 MB, and a process that decodes (Pictures, above)',
  limits: uploadLimits,
  file,
  response: signUp,
})

export const removeProfilePicture = publicCall.post('account/sign-up/remove-profile-picture', {
  summary: 'Removes the picture of a sign-up.',
  costs: 'a row, and a file removed',
  body: z.object({}),
  response: signUp,
})
