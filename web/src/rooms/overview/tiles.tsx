/** How much there is of what, each number with the way to it. */
import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { countQuery, type PostFilter } from '../../api/posts.ts'
import { useHere } from '../../shell/here.ts'
import { common } from '../../words/common.ts'
import { number } from '../../words/format.ts'
import { words } from '../../words/home.ts'

const tiles: readonly { tab: string; label: string; filter: PostFilter }[] = [
  { tab: 'scheduled', label: common.state.scheduled, filter: { status: 'scheduled' } },
  { tab: 'drafts', label: words.tiles.drafts, filter: { status: 'draft' } },
  { tab: 'published', label: common.state.published, filter: { status: 'published' } },
]

export function Tiles() {
  return (
    <ul className="grid grid-cols-3 gap-2 sm:gap-4">
      {tiles.map((tile) => (
        <Tile key={tile.tab} {...tile} />
      ))}
    </ul>
  )
}

function Tile({ tab, label, filter }: (typeof tiles)[number]) {
  const { data } = useQuery(countQuery(useHere(), filter))
  return (
    <li>
      <Link
        to="/posts"
        search={{ tab }}
        className="grid rounded-lg border border-line bg-card px-2.5 py-3 shadow-card transition-colors hover:border-edge sm:px-5 sm:py-4"
      >
        <span className="text-2xl font-semibold tabular-nums">
          {data === undefined ? '–' : number(data)}
        </span>
        <span className="text-sm text-muted max-sm:text-xs wrap-anywhere">{label}</span>
      </Link>
    </li>
  )
}
