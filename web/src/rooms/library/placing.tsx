/** Where files go, and what they are called by. */
import { useState } from 'react'
import { Chips } from '../../ui/chips.tsx'
import { Dialog, FormEnd } from '../../ui/dialog.tsx'
import { common } from '../../words/common.ts'
import { words } from '../../words/library.ts'

export function Move({
  folders,
  move,
  onClose,
}: {
  folders: readonly string[]
  move: (folder: string | null) => void
  onClose: () => void
}) {
  return (
    <Dialog title={words.move.title} onClose={onClose}>
      <form
        className="grid gap-5"
        onSubmit={(event) => {
          event.preventDefault()
          const folder = new FormData(event.currentTarget).get('folder')
          move(typeof folder === 'string' && folder.trim() ? folder.trim() : null)
          onClose()
        }}
      >
        <div className="grid gap-1.5">
          <label htmlFor="move-folder" className="text-sm font-medium">
            {words.move.folder}
          </label>
          <input
            id="move-folder"
            name="folder"
            list="move-folders"
            dir="auto"
            maxLength={255}
            className="control"
          />
          <datalist id="move-folders">
            {folders.map((folder) => (
              <option key={folder} value={folder}>
                {folder}
              </option>
            ))}
          </datalist>
          <p className="text-sm text-muted">{words.move.hint}</p>
        </div>
        <FormEnd action={words.act.moveHere} busy={false} onClose={onClose} />
      </form>
    </Dialog>
  )
}

export function Tag({
  has,
  tag,
  onClose,
}: {
  has: readonly string[]
  tag: (add: string[], remove: string[]) => void
  onClose: () => void
}) {
  const [add, setAdd] = useState<string[]>([])
  const [left, setLeft] = useState<readonly string[]>(has)
  const gone = has.filter((each) => !left.includes(each) && !add.includes(each))
  return (
    <Dialog title={words.tag.title} onClose={onClose}>
      <form
        className="grid gap-5"
        onSubmit={(event) => {
          event.preventDefault()
          if (add.length || gone.length) tag(add, gone)
          onClose()
        }}
      >
        <div className="grid gap-1.5">
          <Chips label={words.tag.add} list={add} onList={setAdd} hint={words.tag.hint} />
        </div>
        {has.length > 0 && (
          <fieldset className="grid gap-2">
            <legend className="mb-1.5 text-sm font-medium">{words.tag.keep}</legend>
            <div className="flex flex-wrap gap-x-4 gap-y-2">
              {has.map((each) => (
                <label key={each} className="inline-flex min-h-9 items-center gap-2">
                  <input
                    type="checkbox"
                    checked={left.includes(each)}
                    onChange={({ target }) =>
                      setLeft(target.checked ? [...left, each] : left.filter((one) => one !== each))
                    }
                    className="size-4.5 accent-accent"
                  />
                  <span dir="auto">{each}</span>
                </label>
              ))}
            </div>
          </fieldset>
        )}
        <FormEnd action={common.act.save} busy={false} onClose={onClose} />
      </form>
    </Dialog>
  )
}
