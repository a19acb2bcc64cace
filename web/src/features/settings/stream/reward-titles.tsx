import * as z from 'zod/mini'
import { saveShowSetting } from '../../../../../contract/show/show-calls.ts'
import type { ShowSetting } from '../../../../../contract/show/show-calls.ts'
import { m } from '../../../../../i18n/compiled/messages.js'
import { call } from '../../../lib/calls/call.ts'
import { useForm } from '../../../lib/forms/use-form.ts'
import { toast } from '../../../lib/toast.ts'
import { Button } from '../../../ui/button.tsx'
import { TextArea } from '../../../ui/field.tsx'
import { Form } from '../../../ui/form.tsx'

const lines = z.pipe(
  z.string(),
  z.transform((text: string): string[] | undefined => text.split('\n').filter((line) => line.trim() !== '')),
)
const schema = z.object({ titles: z.pipe(lines, saveShowSetting.body.shape.titles) })

interface RewardTitlesProps {
  setting: ShowSetting
  onSaved: (kinds: ShowSetting[]) => void
}

/** Which rewards are shown, by their titles, one in each line; none: all. */
export function RewardTitles({ setting, onSaved }: RewardTitlesProps) {
  const form = useForm({
    initial: { titles: setting.titles.join('\n') },
    schema,
    async onSubmit({ titles }) {
      const { kinds } = await call(saveShowSetting, { body: { ...setting, titles } }, { errorsTo: 'caller' })
      onSaved(kinds)
      toast.success(m.show_saved())
    },
  })
  return (
    <Form
      form={form}
      className="gap-2 py-2 sm:col-span-2"
      buttons={
        <div>
          <Button type="submit" size="small" isBusy={form.isBusy}>
            {m.show_titles_save()}
          </Button>
        </div>
      }
    >
      <TextArea {...form.text('titles')} label={m.show_titles()} hint={m.show_titles_hint()} rows={3} />
    </Form>
  )
}
