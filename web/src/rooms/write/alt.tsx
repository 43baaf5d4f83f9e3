/** What a picture shows, for people who cannot see it. */
import { useState } from 'react'
import { Button } from '../../ui/button.tsx'
import { Dialog } from '../../ui/dialog.tsx'
import { keepText, textBefore, TypedBefore, useKeptWords } from '../../ui/kept-words.tsx'
import { Thumb } from '../../ui/thumb.tsx'
import { common } from '../../words/common.ts'
import { words } from '../../words/shape.ts'
import { words as write } from '../../words/write.ts'
import type { File } from '../../writing/composition.ts'
import { usePreview } from '../../writing/uploads.ts'

export function Alt({
  file,
  onClose,
  reopen,
  save,
}: {
  file: File
  onClose: () => void
  reopen: () => void
  save: (alt: string) => void
}) {
  const typed = useKeptWords(`alt.${file.key}`, { onClose, reopen })
  const [text, setText] = useState(() => textBefore(typed.name) ?? file.alt_text)
  const { full } = usePreview(file)
  return (
    <Dialog title={words.alt.title} onClose={typed.close} wide>
      <TypedBefore
        words={{
          before: typed.before,
          anew() {
            typed.anew()
            setText(file.alt_text)
          },
        }}
        label={common.typed.asSaved}
      />
      <form
        className="grid gap-4"
        onSubmit={(event) => {
          event.preventDefault()
          typed.sent()
          save(text.trim())
          onClose()
        }}
      >
        <div className="h-64 overflow-hidden rounded-lg bg-sunk">
          <Thumb {...full} alt="" name={file.name} contain />
        </div>
        <div className="grid gap-1.5">
          <label htmlFor="alt-text" className="text-sm font-medium">
            {words.alt.label}
          </label>
          <textarea
            id="alt-text"
            rows={3}
            maxLength={500}
            dir="auto"
            value={text}
            onChange={({ target }) => {
              setText(target.value)
              keepText(typed.name, file.alt_text, target.value)
            }}
            className="control"
          />
          <p className="text-sm text-muted">{words.alt.hint}</p>
        </div>
        <div className="flex justify-end gap-2">
          <Button onClick={typed.close}>{write.write.cancel}</Button>
          <Button type="submit" look="primary">
            {words.alt.save}
          </Button>
        </div>
      </form>
    </Dialog>
  )
}
