/** All of a day, over the calendar. */
import { useQuery } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import { calendarQuery } from '../../api/posts.ts'
import { clockOf } from '../../calendar/days.ts'
import { type Entry, keyOf } from '../../calendar/entries.ts'
import type { filterOf } from '../../calendar/view.ts'
import { useHere } from '../../shell/here.ts'
import { LinkButton } from '../../ui/button.tsx'
import { Dialog } from '../../ui/dialog.tsx'
import { Loaded } from '../../ui/states.tsx'
import { day as dayWords, number } from '../../words/format.ts'
import { words } from '../../words/calendar.ts'
import { Board, useBoard } from './board.ts'
import { Line } from './list.tsx'
import { Free } from './month.tsx'

const MOST = 200

export function WholeDay({
  date,
  filter,
  onClose,
}: {
  date: string
  filter: ReturnType<typeof filterOf>
  onClose: () => void
}) {
  const here = useHere()
  const board = useBoard()
  const { zone, today, edits } = board
  const navigate = useNavigate()
  // Over a dialog nothing else opens: from here it goes to the post itself.
  const open = ({ id }: Entry) => {
    void navigate({ to: '/posts/$id', params: { id: String(id) } })
  }
  const query = useQuery(calendarQuery(here, { from: date, to: date, per_day: MOST, ...filter }))
  return (
    <Dialog title={dayWords(date, 'whole')} onClose={onClose} wide>
      <Loaded query={query} what={words.allDay}>
        {({ days, slots }) => {
          const posts = days.flatMap((each) => each.posts)
          const more = days.reduce((sum, each) => sum + each.more, 0)
          return (
            <div className="grid gap-4">
              {!posts.length && <p className="text-muted">{words.nothing}</p>}
              {posts.length > 0 && (
                <Board value={{ ...board, open }}>
                  <ul className="divide-y divide-line overflow-hidden rounded-lg border border-line">
                    {posts.map((entry) => (
                      <li key={keyOf(entry)} className="[content-visibility:auto]">
                        <Line entry={entry} />
                      </li>
                    ))}
                  </ul>
                </Board>
              )}
              {more > 0 && (
                <LinkButton
                  to="/posts"
                  search={{ tab: 'all', from: date, to: date, sort: 'scheduled_at.asc' }}
                >
                  {words.goOn(number(more))}
                </LinkButton>
              )}
              {edits && slots.length > 0 && (
                <div className="flex flex-wrap gap-2">
                  {slots.map(({ iso, account_id }) => (
                    <span key={`${iso} ${account_id}`} className="h-9 w-28 pointer-coarse:h-11">
                      <Free iso={iso} zone={zone} tall />
                    </span>
                  ))}
                </div>
              )}
              {edits && date >= today && (
                <LinkButton
                  look="primary"
                  icon="pen"
                  to="/write"
                  preload={false}
                  search={{
                    at: `${date}T${slots[0] ? clockOf(slots[0].iso, zone).time : '09:00'}`,
                  }}
                  className="justify-self-start"
                >
                  {words.writeOn(dayWords(date, 'short'))}
                </LinkButton>
              )}
            </div>
          )
        }}
      </Loaded>
    </Dialog>
  )
}
