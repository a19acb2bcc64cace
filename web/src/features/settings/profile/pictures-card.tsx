import type { ReactNode } from 'react'
import type { SessionUser } from '../../../../../contract/entities.ts'
import { removePicture, uploadPicture } from '../../../../../contract/pages/picture-calls.ts'
import { sourcesOf } from '../../../../../contract/pages/pictures.ts'
import type { PictureKind } from '../../../../../contract/pages/pictures.ts'
import { m } from '../../../../../i18n/compiled/messages.js'
import { call } from '../../../lib/calls/call.ts'
import { isCreator, setProfile } from '../../../lib/accounts/session.ts'
import { toast } from '../../../lib/toast.ts'
import { useUpload } from '../../../lib/calls/upload.ts'
import { Artwork } from '../../../ui/artwork.tsx'
import { Avatar } from '../../../ui/avatar.tsx'
import { Button } from '../../../ui/button.tsx'
import { Card } from '../../../ui/card.tsx'
import { PicturePicker } from '../../../ui/picture-picker.tsx'

/** The avatar, and for creators the cover. */
export function PicturesCard({ profile }: { profile: SessionUser }) {
  const { userImg, coverIMG, displayName, brimfulUserName } = profile
  return (
    <Card id="pictures" title={m.pictures_title()} hint={m.pictures_text()}>
      <div className="grid gap-4 sm:grid-cols-[minmax(15rem,1fr)_minmax(0,2fr)]">
        <PictureField kind="avatar" name={m.picture_avatar()} isOwn={userImg !== null}>
          <Avatar src={userImg} name={displayName} seed={brimfulUserName} width={112} className="size-28" />
        </PictureField>
        {isCreator(profile) && (
          <PictureField kind="cover" name={m.picture_cover()} isOwn={coverIMG !== null}>
            {coverIMG ? (
              <img
                src={coverIMG}
                srcSet={sourcesOf(coverIMG, 'cover')}
                sizes="36rem"
                alt=""
                className="aspect-3/1 w-full rounded-card object-cover"
              />
            ) : (
              <Artwork seed={brimfulUserName} ratio={3} className="aspect-3/1 w-full rounded-card" />
            )}
          </PictureField>
        )}
      </div>
    </Card>
  )
}

interface PictureFieldProps {
  kind: PictureKind
  name: string
  isOwn: boolean
  children: ReactNode
}

function PictureField({ kind, name, isOwn, children }: PictureFieldProps) {
  const { progress, error, start } = useUpload(uploadPicture, { query: { kind } }, handleChanged)

  function handleChanged(profile: SessionUser) {
    setProfile(profile)
    toast.success(m.picture_saved())
  }
  const handleRemove = () => void call(removePicture, { body: { kind } }).then(handleChanged, () => undefined)
  return (
    <fieldset className="flex min-w-0 flex-col items-center gap-2">
      <legend className="mb-1.5 text-sm font-semibold">{name}</legend>
      <PicturePicker
        label={m.picture_choose()}
        kind={kind}
        progress={progress}
        error={error}
        onPicked={(file) => void start(file)}
      >
        {children}
      </PicturePicker>
      {isOwn && (
        <Button kind="quiet" size="small" onClick={handleRemove}>
          {m.picture_remove()}
        </Button>
      )}
    </fieldset>
  )
}
