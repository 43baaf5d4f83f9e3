/** When posts of an hour of the week did best, as the next day on which that hour comes. Pure. */
import type { GetBestTimesAnswer } from '@crier/sdk'
import { at, moved } from './dates.ts'

export interface BestTime {
  date: string
  time: string
  /** Of how many posts it is told. */
  posts: number
}

const MOST = 3
/** Below it nothing can be told from one good post. */
const TRUSTED = 3

/** The best first; none where there are too few posts to tell anything from chance. By the clock of the workspace. */
export function bestTimes(
  { posts, needed, hours }: Pick<GetBestTimesAnswer, 'posts' | 'needed' | 'hours'>,
  now: { date: string; time: string },
): BestTime[] {
  if (posts < needed) return []
  return hours
    .filter((each) => each.posts >= TRUSTED && each.median > 0)
    .toSorted((a, b) => b.median - a.median)
    .slice(0, MOST)
    .map((each) => {
      const time = `${String(each.hour).padStart(2, '0')}:00`
      const days = (each.weekday - weekdayOf(now.date) + 7) % 7
      return {
        date: moved(now.date, days === 0 && time <= now.time ? 7 : days),
        time,
        posts: each.posts,
      }
    })
}

/** 1 is Monday. */
function weekdayOf(date: string) {
  return at(date).getUTCDay() || 7
}
