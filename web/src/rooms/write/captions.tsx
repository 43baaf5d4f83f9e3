/** The captions of a video: each file of them with the language that it is in. */
import { words } from '../../words/write.ts'
import { optionLabels } from '../../words/options.ts'
import type { Composition } from '../../writing/composition.ts'
import { areCaptions } from '../../writing/file.ts'
import type { Sentence } from '../../writing/patch.ts'
import { Wrong } from './option-field.tsx'

interface Track {
  media_id: number
  language: string
  name?: string
}

export function Captions({
  files,
  value,
  onValue,
  problem,
}: {
  files: Composition['files']
  value: unknown
  onValue: (value: unknown) => void
  problem: Sentence | undefined
}) {
  const tracks = tracksIn(value)
  const shown = files
    .filter(areCaptions)
    .flatMap(({ id, name }) => (id === undefined ? [] : [{ id, file: name }]))
  const set = (media_id: number, change: Partial<Track>) => {
    const next = shown.flatMap(({ id }) => {
      const before = tracks.find((each) => each.media_id === id)
      const now = { media_id: id, language: '', ...before, ...(id === media_id && change) }
      const { name, ...track } = now
      return now.language || name ? [name ? { ...track, name } : track] : []
    })
    onValue(next.length ? next : undefined)
  }
  return (
    <fieldset data-place="platform_options.youtube.captions" className="grid min-w-0 gap-2">
      <legend className="mb-1.5 text-sm font-medium">{optionLabels['youtube.captions']}</legend>
      {!shown.length && <p className="text-xs text-muted">{words.captions.none}</p>}
      {shown.map(({ id, file }) => {
        const track = tracks.find((each) => each.media_id === id)
        return (
          <div key={id} className="grid gap-2 rounded-md border border-line p-3">
            <p className="truncate text-sm text-muted">{file}</p>
            <div className="grid grid-cols-[repeat(auto-fit,minmax(9rem,1fr))] gap-3">
              <label className="grid gap-1 text-sm">
                {words.captions.language}
                <input
                  className="control"
                  autoCapitalize="off"
                  spellCheck={false}
                  value={track?.language ?? ''}
                  onChange={({ target }) => set(id, { language: target.value.trim() })}
                />
              </label>
              <label className="grid gap-1 text-sm">
                {words.captions.name}
                <input
                  className="control"
                  dir="auto"
                  maxLength={150}
                  value={track?.name ?? ''}
                  onChange={({ target }) => set(id, { name: target.value })}
                />
              </label>
            </div>
          </div>
        )
      })}
      {problem !== undefined && <Wrong {...problem} />}
    </fieldset>
  )
}

function tracksIn(value: unknown): Track[] {
  return Array.isArray(value) ? value.filter(isTrack) : []
}

function isTrack(value: unknown): value is Track {
  return typeof value === 'object' && value !== null && 'media_id' in value && 'language' in value
}
