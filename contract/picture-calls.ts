/** Pictures going up. The body is a multipart form with one file in the field `picture`: JPEG, PNG, WebP or GIF, up to 5 MB. */
import * as z from 'zod/mini'
import { defineCall } from './call.ts'
import { sessionUser } from './entities.ts'
import { pictureKind } from './pictures.ts'
import { signUp } from './sign-up-calls.ts'

const file = 'picture'

export const uploadPicture = defineCall({
  method: 'POST',
  path: 'account/upload-picture',
  access: 'signed-in',
  summary:
    'Puts a picture in the place of the one before; it is decoded, cropped to its shape and kept without metadata.',
  query: z.object({ kind: pictureKind }),
  file,
  response: sessionUser,
})

export const removePicture = defineCall({
  method: 'POST',
  path: 'account/remove-picture',
  access: 'signed-in',
  summary: 'Goes back to generated artwork.',
  body: z.object({ kind: pictureKind }),
  response: sessionUser,
})

export const selectProfilePicture = defineCall({
  method: 'POST',
  path: 'account/sign-up/select-profile-picture',
  access: 'public',
  summary: 'The picture of a sign-up under way; the step may be skipped.',
  file,
  response: signUp,
})

export const removeProfilePicture = defineCall({
  method: 'POST',
  path: 'account/sign-up/remove-profile-picture',
  access: 'public',
  summary: 'Takes the picture of a sign-up away again.',
  body: z.object({}),
  response: signUp,
})
