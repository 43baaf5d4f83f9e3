/** The calendar on paper: A4 lying, light, with everything that it is a calendar of. A month and a week are one page each. */
import { createPortal } from 'react-dom'
import { brief } from '../../calendar/brief.ts'
import { type Entry, keyOf, stateOf } from '../../calendar/entries.ts'
import {
  isAtRisk,
  linesOf,
  type PaperDay,
  type Plan,
  shownOf,
  statesIn,
  textLines,
  weeksOf,
} from '../../calendar/paper.ts'
import { Icon } from '../../ui/icon.tsx'
import { PlatformMark } from '../../ui/platform-mark.tsx'
import { words as ofCalendar } from '../../words/calendar.ts'
import { day as dayWords, moment, number } from '../../words/format.ts'
import { words } from '../../words/sheet.ts'
import { looks, risksOf } from './chip.tsx'

/** What a page has below the names of the days, and what of it a line takes, and a day without any: in pixels of paper. */
const HIGH = 636
const LINE = 15
const NUMBER = 21
/** Of a week: lines of text, or else posts of one line each. */
const TEXTS = 41
const ROWS = 41

export function Paper({ plan }: { plan: Plan }) {
  const { view, days, title, about, at, zone } = plan
  const states = statesIn(days)
  return createPortal(
    <section className="paper" data-view={view} aria-label={title}>
      <header className="paper-head">
        <h1>{title}</h1>
        <p>{about.join(' · ')}</p>
      </header>
      {view === 'month' && <Month plan={plan} />}
      {view === 'week' && <Week plan={plan} />}
      {view === 'list' && <List plan={plan} />}
      <footer className="paper-foot">
        <span className="flex flex-wrap gap-x-4">
          {states.map((state) => (
            <span key={state} className={`flex items-center gap-1 ${looks[state].ink}`}>
              <Icon name={looks[state].icon} className="size-3" />
              {ofCalendar.states[state]}
            </span>
          ))}
          {isAtRisk(days) && (
            <span className="flex items-center gap-1 text-warn">
              <Icon name="warning" className="size-3" />
              {words.risk}
            </span>
          )}
        </span>
        <span className="ms-auto">{words.made(moment(at, 'momentOfYear', zone))}</span>
      </footer>
    </section>,
    document.body,
  )
}

function Month({ plan }: { plan: Plan }) {
  const { days, month, today } = plan
  const weeks = weeksOf(days)
  const lines = linesOf(weeks, {
    lines: Math.floor((HIGH - moreHead(plan) - NUMBER * weeks.length) / LINE),
    least: 3,
  })
  return (
    <div className="paper-month">
      <div className="paper-days">
        {days.slice(0, 7).map(({ date }) => (
          <span key={date} className="px-1.5">
            {dayWords(date, 'weekdayWhole')}
          </span>
        ))}
      </div>
      {weeks.map((week, index) => (
        <div key={week[0]?.date} className="paper-week">
          {week.map((day) => {
            const { posts, rest } = shownOf(day, lines[index] ?? 0)
            return (
              <div
                key={day.date}
                className={`paper-cell ${day.date.startsWith(month) ? '' : 'paper-beside'}`}
              >
                <span className={`paper-number ${day.date === today ? 'paper-today' : ''}`}>
                  {number(Number(day.date.slice(8)))}
                </span>
                {posts.map((entry) => (
                  <Line key={keyOf(entry)} entry={entry} plan={plan} marks={3} />
                ))}
                <Rest count={rest} />
              </div>
            )
          })}
        </div>
      ))}
    </div>
  )
}

/** What is said of it may need a second line at the head. */
function moreHead({ about }: Plan) {
  return LINE * Math.floor(about.join(' · ').length / 110)
}

function Rest({ count }: { count: number }) {
  if (!count) return null
  return <span className="paper-rest">{ofCalendar.more(number(count))}</span>
}

function Head({ entry, plan, marks }: { entry: Entry; plan: Plan; marks: number }) {
  const { icon, ink } = looks[stateOf(entry)]
  const platforms = plan.platformsOf(entry)
  return (
    <>
      <Icon name={icon} className={`size-3 ${ink}`} />
      <b>{brief(entry.at, plan.zone)}</b>
      <span className="flex shrink-0 gap-0.5">
        {platforms.slice(0, marks).map((each) => (
          <PlatformMark key={each} platform={each} className="size-3 rounded-[30%]" />
        ))}
      </span>
    </>
  )
}

function Line({ entry, plan, marks }: { entry: Entry; plan: Plan; marks: number }) {
  return (
    <span className={`paper-line ${looks[stateOf(entry)].ground}`}>
      <Head entry={entry} plan={plan} marks={marks} />
      <span dir="auto" className="min-w-0 flex-1 truncate">
        {entry.excerpt || ofCalendar.withoutText}
      </span>
      <Risk entry={entry} />
    </span>
  )
}

function Risk({ entry }: { entry: Entry }) {
  if (!entry.risks?.length) return null
  return <Icon name="warning" className="size-3 text-warn" />
}

const clamps = ['', 'line-clamp-1', 'line-clamp-2', 'line-clamp-3']

function Week({ plan }: { plan: Plan }) {
  const { days, today } = plan
  return (
    <div className="paper-month">
      <div className="paper-days">
        {days.map(({ date }) => (
          <span key={date} className={`px-1.5 ${date === today ? 'text-accent' : ''}`}>
            {dayWords(date, 'weekday')} {dayWords(date, 'short')}
          </span>
        ))}
      </div>
      <div className="paper-week">
        {days.map((day) => (
          <Column key={day.date} day={day} plan={plan} />
        ))}
      </div>
    </div>
  )
}

function Column({ day, plan }: { day: PaperDay; plan: Plan }) {
  const head = Math.ceil(moreHead(plan) / LINE)
  const text = textLines(day.posts.length + day.more, TEXTS - head)
  const { posts, rest } = text ? { posts: day.posts, rest: day.more } : shownOf(day, ROWS - head)
  return (
    <div className="paper-cell">
      {posts.map((entry) =>
        text ? (
          <span key={keyOf(entry)} className={`paper-block ${looks[stateOf(entry)].ground}`}>
            <span className="flex items-center gap-1">
              <Head entry={entry} plan={plan} marks={5} />
              <Risk entry={entry} />
            </span>
            <span dir="auto" className={`break-words ${clamps[text]}`}>
              {entry.excerpt || ofCalendar.withoutText}
            </span>
          </span>
        ) : (
          <Line key={keyOf(entry)} entry={entry} plan={plan} marks={3} />
        ),
      )}
      <Rest count={rest} />
    </div>
  )
}

function List({ plan }: { plan: Plan }) {
  const days = plan.days.filter(({ posts, more }) => posts.length + more > 0)
  if (!days.length) return <p className="py-4">{words.empty}</p>
  return days.map((day) => (
    <section key={day.date} className="paper-day">
      <table>
        <colgroup>
          <col />
          <col />
          <col />
          <col />
        </colgroup>
        {/* On the next page it is said again. */}
        <thead>
          <tr>
            <th colSpan={4}>{dayWords(day.date, 'whole')}</th>
          </tr>
        </thead>
        <tbody>
          {day.posts.map((entry) => {
            const state = stateOf(entry)
            return (
              <tr key={keyOf(entry)}>
                <th scope="row">{brief(entry.at, plan.zone)}</th>
                <td>
                  <span className="flex gap-0.5">
                    {plan.platformsOf(entry).map((each) => (
                      <PlatformMark key={each} platform={each} className="size-3 rounded-[30%]" />
                    ))}
                  </span>
                </td>
                <td dir="auto" className="break-words">
                  {entry.excerpt || ofCalendar.withoutText}
                </td>
                <td>
                  <span className={`flex items-center gap-1 ${looks[state].ink}`}>
                    <Icon name={looks[state].icon} className="size-3" />
                    {ofCalendar.states[state]}
                  </span>
                  {risksOf(entry).map((why) => (
                    <span key={why} className="block text-warn">
                      {why}
                    </span>
                  ))}
                </td>
              </tr>
            )
          })}
        </tbody>
      </table>
      <Rest count={day.more} />
    </section>
  ))
}
