/** What an app gets to do at all: lists of tools, each ticked or not. */
import { useId } from 'react'
import type { Toolset } from '../../api/types.ts'
import { Check } from '../../ui/field.tsx'
import { useErrors } from '../../ui/form.tsx'
import { words } from '../../words/access.ts'
import { words as said } from '../../words/toolsets.ts'

export function ToolsetFields({
  offered,
  chosen,
  choose,
}: {
  offered: readonly Toolset[]
  chosen: readonly string[]
  choose: (names: string[]) => void
}) {
  const id = useId()
  const texts = useErrors('toolsets')
  return (
    <fieldset className="grid gap-1" aria-describedby={texts.length ? id : undefined}>
      <legend className="text-base font-semibold">{words.toolsets.able}</legend>
      {offered.map(({ name, title, can }) => (
        <Check
          key={name}
          label={said.said(title)}
          hint={can.map((sentence) => (
            <span key={sentence} className="block">
              {said.said(sentence)}.
            </span>
          ))}
          checked={chosen.includes(name)}
          onChange={({ target }) =>
            choose(target.checked ? [...chosen, name] : chosen.filter((each) => each !== name))
          }
        />
      ))}
      {texts.length > 0 && (
        <p id={id} className="text-sm text-danger">
          {texts.join(' ')}
        </p>
      )}
    </fieldset>
  )
}
