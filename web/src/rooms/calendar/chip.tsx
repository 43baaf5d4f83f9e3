/** A post in the calendar: a word of it, its time, how it stands by a sign, a colour and a shape. */
import { memo } from 'react'
import { brief } from '../../calendar/brief.ts'
import { type Entry, keyOf, type State, stateOf } from '../../calendar/entries.ts'
import { Icon, type IconName } from '../../ui/icon.tsx'
import { PlatformMark } from '../../ui/platform-mark.tsx'
import { words as ofPosts } from '../../words/posts.ts'
import { words } from '../../words/calendar.ts'
import { useBoard } from './board.ts'

interface Look {
  icon: IconName
  /** Its sign, and the dot on a small screen. */
  ink: string
  dot: string
  ground: string
}

export const looks: Readonly<Record<State, Look>> = {
  scheduled: {
    icon: 'clock',
    ink: 'text-accent',
    dot: 'bg-accent',
    ground: 'rounded-sm border border-transparent border-s-[3px] border-s-accent bg-accent-soft',
  },
  draft: {
    icon: 'pen',
    ink: 'text-muted',
    dot: 'border border-edge',
    ground: 'rounded-md border border-dashed border-edge bg-card',
  },
  waiting: {
    icon: 'hand',
    ink: 'text-warn',
    dot: 'bg-warn',
    ground: 'rounded-md border border-dashed border-warn bg-warn-soft',
  },
  publishing: {
    icon: 'send',
    ink: 'text-info',
    dot: 'bg-info',
    ground: 'rounded-full border border-transparent bg-info-soft',
  },
  published: {
    icon: 'check',
    ink: 'text-good',
    dot: 'bg-good',
    ground: 'rounded-full border border-transparent bg-good-soft',
  },
  partial: {
    icon: 'half',
    ink: 'text-warn',
    dot: 'bg-warn',
    ground: 'rounded-full border border-transparent bg-warn-soft',
  },
  failed: {
    icon: 'cross',
    ink: 'text-danger',
    dot: 'bg-danger',
    ground: 'rounded-none border border-danger bg-danger-soft',
  },
  question: {
    icon: 'question',
    ink: 'text-danger',
    dot: 'bg-danger',
    ground: 'rounded-none border border-dashed border-danger bg-danger-soft',
  },
}

export function risksOf({ risks = [] }: Pick<Entry, 'risks'>) {
  return risks.map((code) => ofPosts.risks[code])
}

/** What its sign and its edge say, for whoever hears it. */
export function Heard({ entry }: { entry: Entry }) {
  const why = risksOf(entry)
  return (
    <span className="sr-only">
      {[
        '',
        words.states[stateOf(entry)],
        ...(entry.account_id === undefined ? [] : [words.own]),
        ...(why.length ? [words.atRisk(why.join(' '))] : []),
      ].join('. ')}
    </span>
  )
}

/** While posts are chosen: whether this one is. */
export function Tick({ chosen, className = '' }: { chosen: boolean; className?: string }) {
  return (
    <span
      aria-hidden="true"
      className={`grid size-3.5 shrink-0 place-items-center rounded-sm border ${chosen ? 'border-accent bg-accent text-on-accent' : 'border-edge bg-card'} ${className}`}
    >
      {chosen && <Icon name="check" className="size-3" />}
    </span>
  )
}

/** A picture that is not there is not missed. */
export function hide({ currentTarget }: { currentTarget: HTMLElement }) {
  currentTarget.hidden = true
}

/** Round ends are for a line. */
const roomyShape = '[&.rounded-full]:rounded-xl'

const sizes = {
  /** A line in a month. */
  small: 'h-6 items-center gap-1 leading-5',
  /** A line in a week, as high as its place. */
  tall: 'h-full items-center gap-1 leading-5',
  /** An hour of a week that it has to itself: its text has two lines of its own. */
  roomy: 'h-full flex-col py-0.5 leading-4',
}

export const Chip = memo(function Chip({
  entry,
  zone,
  platforms,
  size = 'small',
}: {
  entry: Entry
  zone: string
  /** Where it goes, each once. */
  platforms: readonly string[]
  size?: keyof typeof sizes
}) {
  const { open, choosing, isChosen, press } = useBoard()
  const chosen = isChosen(entry)
  const state = stateOf(entry)
  const { icon, ink, ground } = looks[state]
  const why = risksOf(entry)
  const isRoomy = size === 'roomy'
  const time = (
    <>
      {choosing ? <Tick chosen={chosen} /> : <Icon name={icon} className={`size-3.5 ${ink}`} />}
      <span className="shrink-0 font-medium tracking-tight tabular-nums">
        {brief(entry.at, zone)}
      </span>{' '}
    </>
  )
  const marks = platforms
    .slice(0, isRoomy ? 4 : 2)
    .map((each, index) => (
      <PlatformMark
        key={each}
        platform={each}
        className={`size-3.5 rounded-[30%] ${index ? (isRoomy ? 'ms-0.5' : 'hidden -ms-1 @[10rem]:block') : ''}`}
      />
    ))
  const text = entry.excerpt || words.withoutText
  const image = entry.thumbnail_url && size !== 'small' && (
    <img
      src={entry.thumbnail_url}
      alt=""
      loading="lazy"
      draggable={false}
      onError={hide}
      className={`shrink-0 rounded-sm object-cover ${isRoomy ? 'size-7' : '-me-1 size-5'}`}
    />
  )
  const warning = why.length > 0 && <Icon name="warning" className="size-3.5 text-warn" />
  return (
    <button
      type="button"
      data-entry={keyOf(entry)}
      data-stop={keyOf(entry)}
      title={why.length ? words.atRisk(why.join(' ')) : undefined}
      data-chosen={chosen || undefined}
      aria-pressed={choosing ? chosen : undefined}
      onClick={(event) => {
        if (!press([entry], event)) open(entry, event.currentTarget)
      }}
      className={`@container flex w-full min-w-0 touch-manipulation overflow-hidden px-1.5 text-start text-xs select-none hover:brightness-95 ${sizes[size]} ${ground} ${isRoomy ? roomyShape : ''} ${why.length ? 'ring-1 ring-warn ring-inset' : ''}`}
    >
      {isRoomy ? (
        <>
          <span className="flex w-full items-center gap-1">
            {time}
            {/* What has no room would stand on a line of its own, which is not shown: no mark is cut. */}
            <span className="ms-auto flex h-3.5 min-w-0 flex-wrap justify-end overflow-hidden">
              {/* Holds the line that is shown, where there is no room for one mark either. */}
              <span className="h-3.5 w-0" />
              {marks}
            </span>
            {warning}
          </span>
          <span className="flex w-full items-start gap-1.5">
            <span dir="auto" className="line-clamp-2 min-w-0 flex-1">
              {text}
            </span>
            {image}
          </span>
          <Heard entry={entry} />
        </>
      ) : (
        <>
          {time}
          <span className="hidden shrink-0 @[5.5rem]:flex">{marks}</span>
          <span dir="auto" className="min-w-0 flex-1 truncate">
            {text}
          </span>
          <Heard entry={entry} />
          {image}
          {warning}
        </>
      )}
    </button>
  )
})
