/** What becomes of posts whose time passed while they were held. */
import { words } from '../words/accounts.ts'
import { useFieldErrors } from './field.tsx'

const ways = ['publish', 'next_slot', 'draft'] as const

/** What was chosen in a form that shows them. */
export function wayOf(chosen: string | undefined) {
  return ways.find((each) => each === chosen)
}

/** `count`: absent where nobody has counted. */
export function Late({ count }: { count?: number }) {
  const { texts, wiring } = useFieldErrors('late')
  return (
    <fieldset className="grid gap-2" {...wiring}>
      <legend className="mb-2 font-medium">
        {count === undefined ? words.pausing.lateSome : words.pausing.late(count)}
      </legend>
      {ways.map((way) => (
        <label key={way} className="flex min-h-11 items-start gap-2.5">
          <input
            type="radio"
            name="late"
            value={way}
            className="mt-0.5 size-5 shrink-0 accent-accent"
          />
          <span className="grid">
            {words.pausing.ways[way]}
            <span className="text-sm text-muted">{words.pausing.waysHint[way]}</span>
          </span>
        </label>
      ))}
      {texts}
    </fieldset>
  )
}
