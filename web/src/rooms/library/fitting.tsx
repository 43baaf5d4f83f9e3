/** What each platform says to a file, in the words that a post would hear. */
import { inSizes } from '../../words/sizes.ts'
import { Icon } from '../../ui/icon.tsx'
import { PlatformMark } from '../../ui/platform-mark.tsx'
import { list } from '../../words/format.ts'
import { inWords } from '../../words/checks.ts'
import { words } from '../../words/library.ts'
import type { WholeItem } from '../../api/media.ts'

type Told = NonNullable<WholeItem['fitting']>

export function Fitting({ told }: { told: Told }) {
  const platforms = [...Map.groupBy(told, ({ platform }) => platform)]
  if (!platforms.length) return null
  return (
    <section className="grid gap-2">
      <h3 className="text-sm font-semibold">{words.fitting.title}</h3>
      <ul className="grid gap-0.5">
        {platforms.map(([platform, ways]) => (
          <Platform key={platform} platform={platform} ways={ways} />
        ))}
      </ul>
    </section>
  )
}

function Platform({ platform, ways }: { platform: string; ways: Told }) {
  const taken = ways.filter(({ fits }) => fits)
  const [first] = ways
  const fits = taken.length > 0
  const said = new Map(
    [
      ...ways.filter((way) => !way.fits).flatMap((way) => worded(way, way.problems)),
      ...taken.flatMap((way) => worded(way, way.warnings)),
    ].map((each) => [inSizes(each.text), each.lang]),
  )
  const told = [...said]
  const state = !fits
    ? words.fitting.no
    : taken.length === ways.length
      ? words.fitting.yes
      : words.fitting.as(list(taken.map(({ as }) => words.fitting.ways[as] ?? as)))
  const head = (
    <>
      <PlatformMark platform={platform} />
      <span className="min-w-0 flex-1">
        <span className="font-medium">{first?.name ?? platform}</span>{' '}
        <span className={fits ? 'text-muted' : 'text-danger'}>{state}</span>
      </span>
      <Icon
        name={fits ? 'check' : 'cross'}
        className={`size-4.5 shrink-0 ${fits ? 'text-good' : 'text-danger'}`}
      />
    </>
  )
  if (!told.length)
    return <li className="flex min-h-9 items-center gap-2.5 rounded-md px-2 text-sm">{head}</li>
  return (
    <li>
      <details className="file-fit text-sm">
        <summary className="flex min-h-9 cursor-pointer list-none items-center gap-2.5 rounded-md px-2 hover:bg-sunk pointer-coarse:min-h-11">
          {head}
          <Icon name="down" className="size-3.5 shrink-0 text-muted" />
        </summary>
        <ul className="grid gap-1 text-muted">
          {told.map(([text, lang]) => (
            <li key={text} className="break-words" lang={lang}>
              {text}
            </li>
          ))}
        </ul>
      </details>
    </li>
  )
}

function worded({ remarks }: Told[number], messages: readonly string[]) {
  return messages.map((message) =>
    inWords(
      message,
      remarks.find((each) => each.message === message),
    ),
  )
}
