/** Carries mails out of the store: each until somebody has it. A crash in between sends one twice, and loses none. */
import type { Observer } from '#rules/observer.ts'
import { claimMail, deleteMail, holdMail, type Mail, putOffMail } from '#store/mails.ts'
import type { Db } from '#store/schema.ts'
import { type Carrier, Undeliverable } from './carriers.ts'
import { write } from './write.ts'
import type { Writing } from './writing.ts'

export interface Mailer {
  db: Db
  now(this: void): Date
  readonly base_url: string
  platform_name: Writing['platform_name']
  stop_url: Writing['stop_url']
  carry: Carrier
  log: { error(about: object, text: string): void }
  /** Absent: nobody counts. */
  observer?: Observer | undefined
  /** Calls back when there may be something to do. */
  onNews(wake: () => void): () => void
}

/** Longer than one attempt can take. */
const LEASE = 2 * 60_000
const HANDS = 4
/** Mails that were put off come back by this. */
const LOOK = 15_000
const FIRST_PAUSE = 30_000
const LONGEST_PAUSE = 3600_000
/** A day and a half. */
const TRIES = 40
/** Milliseconds that a stop waits for what is being handed over. */
const GRACE = 5_000

export function startMailer(office: Mailer): AsyncDisposable {
  let stopped = false
  let again = false
  let working: Promise<void> | undefined

  async function work() {
    do {
      again = false
      await Promise.all(Array.from({ length: HANDS }, hand))
    } while (again && !stopped)
    working = undefined
  }

  async function hand() {
    try {
      while (!stopped && (await carryNext(office)));
    } catch (error) {
      if (!stopped) office.log.error({ err: error }, 'mails are in trouble')
    }
  }

  function wake() {
    again = true
    if (!stopped) working ??= work()
  }

  const quiet = office.onNews(wake)
  const timer = setInterval(wake, LOOK)
  wake()
  return {
    async [Symbol.asyncDispose]() {
      stopped = true
      clearInterval(timer)
      quiet()
      await Promise.race([working, new Promise((done) => setTimeout(done, GRACE).unref())])
    },
  }
}

/** False when nothing is due. */
async function carryNext(office: Mailer) {
  const { db, log, observer } = office
  const mail = await claimMail(db, LEASE, office.now())
  if (!mail) return false
  try {
    await carry(mail, office)
    await deleteMail(db, mail.id)
    observer?.mailSent('sent')
  } catch (error) {
    const { id, kind, tries } = mail
    log.error({ err: error, mail: id, kind, tries }, 'a mail was not sent')
    const over = error instanceof Undeliverable || tries >= TRIES
    observer?.mailSent(over ? 'given_up' : 'later')
    if (over) await deleteMail(db, id)
    else await putOffMail(db, id, new Date(office.now().getTime() + pauseAfter(tries)))
  }
  return true
}

async function carry(mail: Mail, office: Mailer) {
  const letter = await office.db.transaction().execute(async (tx) => {
    if (!(await holdMail(tx, mail.id))) return undefined
    return write(mail, { ...office, db: tx, now: office.now() })
  })
  if (!letter) return
  // The same for every try, so that a mailbox shows one that came twice once.
  await office.carry(mail.email, letter, `mail-${mail.id}-${new Date(mail.created_at).getTime()}`)
}

function pauseAfter(tries: number) {
  return Math.min(LONGEST_PAUSE, FIRST_PAUSE * 2 ** (tries - 1))
}
