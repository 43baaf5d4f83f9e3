import { Button } from '../../ui/button.tsx'
import { Icon } from '../../ui/icon.tsx'
import { Popover, PopoverClose } from '../../ui/popover.tsx'
import { inSizes } from '../../words/sizes.ts'
import { words } from '../../words/write.ts'
import { isOf } from '../../writing/found.ts'
import type { Problem, Warning } from '../../writing/patch.ts'
import { type Doing, type Mend, mendOfAll, mendsOf } from './fixes.ts'

/** What stops the post, what is worth a look, and what one press mends. */
export function ProblemList({
  problems,
  warnings,
  lacks,
  doing,
  goTo,
}: {
  problems: readonly Problem[]
  warnings: readonly Warning[]
  /** Of the warnings, those of which more is known. */
  lacks: readonly Problem[]
  doing: () => Doing
  goTo: (field: string) => void
}) {
  const stops = problems.length > 0
  const all = mendOfAll([...problems, ...lacks], doing)
  return (
    <Popover
      title={words.write.toMend}
      side="top"
      className="w-[26rem]"
      button={
        <button
          type="button"
          className={`inline-flex min-h-10 items-center gap-2 rounded-full px-3.5 text-sm font-medium ${
            stops ? 'bg-danger-soft text-danger' : 'bg-warn-soft text-warn'
          }`}
        >
          <Icon name="warning" className="size-4" />
          {stops ? words.write.problems(problems.length) : words.write.look(warnings.length)}
        </button>
      }
    >
      <div className="grid gap-4 text-sm">
        {all && (
          <Button small icon="spark" className="justify-self-start" onClick={all.run}>
            {all.label}
          </Button>
        )}
        {stops && (
          <section className="grid gap-2">
            <h2 className="!text-sm">{words.write.stops}</h2>
            <ul className="grid gap-1">
              {problems.map((problem) => (
                <li key={`${problem.field} ${problem.text}`} className="grid gap-1.5 pb-1">
                  <PopoverClose
                    onClick={() => requestAnimationFrame(() => goTo(problem.field))}
                    className="flex w-full items-start gap-2 rounded-md px-2 py-1.5 text-start hover:bg-sunk"
                  >
                    <Icon name="warning" className="mt-0.5 size-4 text-danger" />
                    <span className="min-w-0 break-words" lang={problem.lang}>
                      {inSizes(problem.text)}
                    </span>
                  </PopoverClose>
                  <Mends mends={mendsOf(problem, doing)} />
                </li>
              ))}
            </ul>
          </section>
        )}
        {warnings.length > 0 && (
          <section className="grid gap-2">
            <h2 className="!text-sm">{words.write.worth}</h2>
            <ul className="grid gap-1.5">
              {warnings.map(({ message, text, lang }) => (
                <li key={message} className="grid gap-1.5">
                  <p className="flex items-start gap-2 px-2 break-words text-muted">
                    <Icon name="warning" className="mt-0.5 size-4 text-warn" />
                    <span className="min-w-0" lang={lang}>
                      {inSizes(text)}
                    </span>
                  </p>
                  {lacks
                    .filter((each) => isOf(each, message))
                    .map((each) => (
                      <Mends key={each.field} mends={mendsOf(each, doing)} />
                    ))}
                </li>
              ))}
            </ul>
          </section>
        )}
      </div>
    </Popover>
  )
}

function Mends({ mends }: { mends: readonly Mend[] }) {
  if (!mends.length) return null
  return (
    <div className="flex flex-wrap gap-2 ps-8">
      {mends.map(({ key, label, run }) => (
        <Button key={key} small icon="spark" className="max-w-full py-1.5" onClick={run}>
          <span className="min-w-0 text-start break-words">{label}</span>
        </Button>
      ))}
    </div>
  )
}
