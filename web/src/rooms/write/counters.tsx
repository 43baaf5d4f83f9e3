/** How full a text is, for each limit that it meets. */
import { useEffect, useState } from 'react'
import { PlatformMark, platformName } from '../../ui/platform-mark.tsx'
import { Ring } from '../../ui/ring.tsx'
import { words } from '../../words/write.ts'
import { number } from '../../words/format.ts'
import type { Measured } from '../../writing/limits.ts'

const NEAR = 0.9

export function Counters({ measures }: { measures: readonly Measured[] }) {
  return (
    <div>
      {measures.length > 0 && (
        <ul
          aria-label={words.write.room}
          className="flex flex-wrap items-center gap-x-3.5 gap-y-1.5"
        >
          {measures.map((each) => (
            <Counter key={each.platform} {...each} />
          ))}
        </ul>
      )}
      <Told measures={measures} />
    </div>
  )
}

function Counter({ platform, used, max }: Measured) {
  const left = max - used
  const near = used >= max * NEAR
  return (
    <li
      title={words.write.used(platformName(platform), number(used), number(max))}
      className="inline-flex items-center gap-1.5 text-xs tabular-nums"
    >
      <PlatformMark platform={platform} className="size-4" labelled />
      <Ring share={used / max} tone={left < 0 ? 'danger' : near ? 'warn' : 'accent'} />
      <span className={left < 0 ? 'font-semibold text-danger' : near ? 'text-warn' : 'text-muted'}>
        {near ? number(left) : number(used)}
      </span>
    </li>
  )
}

/** Read out when somebody stops: near the end, and beyond it. */
function Told({ measures }: { measures: readonly Measured[] }) {
  const [said, setSaid] = useState('')
  const tight = measures
    .filter(({ used, max }) => used >= max * NEAR)
    .map(({ platform, used, max }) =>
      used > max
        ? words.write.tooLong(platformName(platform), number(used - max))
        : words.write.left(platformName(platform), number(max - used)),
    )
    .join(' ')
  useEffect(() => {
    const timer = setTimeout(() => setSaid(tight), 1200)
    return () => clearTimeout(timer)
  }, [tight])
  return (
    <p role="status" className="sr-only">
      {said}
    </p>
  )
}
