/** Tells people: looks at what happened, keeps notices, and puts what is due into the mail. Every worker runs one; one at a time works. */
import type { Plan } from '#rules/limits.ts'
import { type NoticeKind, notices, type Way } from '#rules/notice.ts'
import { insertMail } from '#store/mails.ts'
import { takeDueNotices } from '#store/notices.ts'
import type { Db } from '#store/schema.ts'
import { noticeByLooking, noticeEvents } from './noticing.ts'

export interface Notifier {
  db: Db
  now(this: void): Date
  plans: Readonly<Record<string, Plan>>
  log: { error(about: object, text: string): void }
  /** Calls back when there may be something to do. */
  onNews(wake: () => void): () => void
}

/** What is due comes back by this, and what came without news. */
const LOOK = 2_000
/** News are taken together for so long. */
const PAUSE = 250

export function startNotifier(deps: Notifier): AsyncDisposable {
  let stopped = false
  let timer: NodeJS.Timeout | undefined
  let troubled = false
  let working: Promise<void> | undefined
  let again = false

  async function work() {
    do {
      again = false
      try {
        while (!stopped && (await noticeEvents(deps.db, deps.now())));
        await noticeByLooking(deps.db, deps.plans, deps.now())
        await mailDue(deps.db, deps.now())
        troubled = false
      } catch (error) {
        if (!troubled && !stopped) deps.log.error({ err: error }, 'notices are in trouble')
        troubled = true
        break
      }
      if (again && !stopped) await new Promise((done) => setTimeout(done, PAUSE))
    } while (again && !stopped)
    working = undefined
    if (!stopped) timer = setTimeout(wake, LOOK)
  }

  function wake() {
    again = true
    if (stopped || working) return
    clearTimeout(timer)
    working = work()
  }

  const quiet = deps.onNews(wake)
  wake()
  return {
    async [Symbol.asyncDispose]() {
      stopped = true
      clearTimeout(timer)
      quiet()
      await working
    },
  }
}

const defaults = Object.fromEntries(
  Object.entries(notices).map(([kind, { way }]) => [kind, way]),
) as Record<NoticeKind, Way>

/** Each in the transaction that marks its notices as told: a crash loses none, and doubles none. */
async function mailDue(db: Db, now: Date) {
  await db.transaction().execute(async (tx) => {
    for (const { email, workspace_id, person_id, notices: told } of await takeDueNotices(
      tx,
      defaults,
      now,
    )) {
      const about = {
        workspace_id,
        person_id,
        notices: told.map(({ id, fresh }) => ({ id, fresh })),
      }
      await insertMail(tx, { kind: 'notices', email, about }, now)
    }
  })
}
