/** Drafts without a time, to be dragged onto a day. */
import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { undatedQuery } from '../../api/posts.ts'
import { useHere } from '../../shell/here.ts'
import { Icon } from '../../ui/icon.tsx'
import { PlatformMark } from '../../ui/platform-mark.tsx'
import { Loaded } from '../../ui/states.tsx'
import { words } from '../../words/calendar.ts'

export function Drafts({ close }: { close: () => void }) {
  const here = useHere()
  const query = useQuery(undatedQuery(here))
  return (
    <aside
      aria-label={words.drafts}
      className="flex w-64 shrink-0 flex-col gap-3 overflow-hidden rounded-lg border border-line bg-card p-3 shadow-card max-md:hidden"
    >
      <div className="flex items-center justify-between">
        <h2 className="text-base">{words.drafts}</h2>
        <button
          type="button"
          aria-label={words.close}
          onClick={close}
          className="grid size-8 place-items-center rounded-md text-muted hover:bg-sunk"
        >
          <Icon name="cross" className="size-4" />
        </button>
      </div>
      <Loaded query={query} what={words.drafts}>
        {(drafts) =>
          drafts.length === 0 ? (
            <p className="text-sm text-muted">{words.noDrafts}</p>
          ) : (
            <>
              <p className="text-sm text-muted">{words.draftsHint}</p>
              <ul className="-mx-1 grid auto-rows-max gap-2 overflow-y-auto px-1 pb-1">
                {drafts.map(({ id, content, socialAccounts }) => (
                  <li
                    key={id}
                    data-entry={id}
                    className="relative grid cursor-grab gap-1.5 rounded-md border border-dashed border-edge bg-card p-2.5 text-sm hover:shadow-card"
                  >
                    <Link
                      to="/posts/$id"
                      params={{ id: String(id) }}
                      draggable={false}
                      className="line-clamp-3 break-words after:absolute after:inset-0"
                    >
                      <span dir="auto">{content || words.withoutText}</span>
                    </Link>
                    <span className="flex gap-1">
                      {[...new Set(socialAccounts.map(({ platform }) => platform))].map((each) => (
                        <PlatformMark key={each} platform={each} className="size-4 rounded-[30%]" />
                      ))}
                    </span>
                  </li>
                ))}
              </ul>
            </>
          )
        }
      </Loaded>
    </aside>
  )
}
