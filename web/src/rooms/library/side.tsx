/** What there is: ways to look, folders, tags. */
import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import type { Counts } from '../../api/media.ts'
import { accountsQuery } from '../../api/queries.ts'
import { useHere } from '../../shell/here.ts'
import { PlatformMark, platformName, platforms } from '../../ui/platform-mark.tsx'
import { number } from '../../words/format.ts'
import { words } from '../../words/library.ts'
import { type Asked, treeOf, type View } from './asked.ts'

const indents = ['ps-3', 'ps-6', 'ps-9', 'ps-12'] as const
/** Beyond, the search finds them. */
const TAGS = 30

export function Side({ counts, asked }: { counts: Counts; asked: Asked }) {
  const { data: accounts = [] } = useQuery(accountsQuery(useHere()))
  const connected = platforms.filter((id) => accounts.some(({ platform }) => platform === id))
  const ways: readonly (readonly [View, number])[] = [
    ['all', counts.total],
    ['unused', counts.unused],
    ['without_alt', counts.without_alt],
    ['deleted', counts.deleted],
  ]
  const plain = (asked.folder ?? asked.tag ?? asked.unfit) === undefined
  return (
    <nav aria-label={words.side.label} className="grid content-start gap-6">
      <ul className="grid gap-0.5">
        {ways.map(([view, count]) => (
          <Way
            key={view}
            search={view === 'all' ? {} : { view }}
            here={plain && asked.view === view}
            count={count}
          >
            {words.views[view]}
          </Way>
        ))}
      </ul>
      {connected.length > 0 && (
        <Group title={words.side.unfit}>
          {connected.map((platform) => (
            <Way key={platform} search={{ unfit: platform }} here={asked.unfit === platform}>
              <span className="inline-flex items-center gap-2">
                <PlatformMark platform={platform} className="size-4.5" />
                {platformName(platform)}
              </span>
            </Way>
          ))}
        </Group>
      )}
      {counts.folders.length > 0 && (
        <Group title={words.side.folders}>
          {treeOf(counts.folders).map(({ path, name, depth, count }) => (
            <Way
              key={path}
              search={{ folder: path }}
              here={asked.folder === path}
              count={count}
              empty={count === undefined}
              indent={indents[Math.min(depth, indents.length - 1)]}
            >
              <span dir="auto">{name}</span>
            </Way>
          ))}
        </Group>
      )}
      {counts.tags.length > 0 && (
        <Group title={words.side.tags}>
          {counts.tags.slice(0, TAGS).map(({ tag, count }) => (
            <Way key={tag} search={{ tag }} here={asked.tag === tag} count={count}>
              <span dir="auto">{tag}</span>
            </Way>
          ))}
        </Group>
      )}
    </nav>
  )
}

function Group({ title, children }: { title: string; children: ReactNode }) {
  return (
    <section className="grid gap-1">
      <h2 className="px-3 text-sm font-semibold text-muted">{title}</h2>
      <ul className="grid gap-0.5">{children}</ul>
    </section>
  )
}

function Way({
  search,
  here,
  count,
  empty = false,
  indent = indents[0],
  children,
}: {
  search: Record<string, string>
  here: boolean
  count?: number | undefined
  /** It only holds others. */
  empty?: boolean
  indent?: string | undefined
  children: ReactNode
}) {
  const look = `flex min-h-9 items-center justify-between gap-3 rounded-md pe-3 text-sm pointer-coarse:min-h-11 ${indent}`
  return (
    <li>
      {empty ? (
        <span className={`${look} text-muted`}>{children}</span>
      ) : (
        <Link
          to="/library"
          search={search}
          aria-current={here ? 'true' : undefined}
          className={`${look} no-underline ${here ? 'bg-accent-soft font-semibold text-accent-strong' : 'text-ink hover:bg-sunk'}`}
        >
          <span className="min-w-0 truncate">{children}</span>
          {count !== undefined && (
            <span className="text-xs text-muted tabular-nums">{number(count)}</span>
          )}
        </Link>
      )}
    </li>
  )
}
