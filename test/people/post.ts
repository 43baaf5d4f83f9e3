/** What reached people: the sandbox's mailbox, or a real SMTP server on loopback. */
import { once } from 'node:events'
import PostalMime, { type Email } from 'postal-mime'
import { SMTPServer } from 'smtp-server'
import { z } from 'zod'
import type { TestService } from '../service.ts'

const Mailbox = z.object({
  mails: z.array(
    z.object({
      to: z.string(),
      subject: z.string(),
      text: z.string(),
      html: z.string(),
      link: z.string().nullable(),
    }),
  ),
})
export type Shown = z.infer<typeof Mailbox>['mails'][number]

/** Milliseconds. A ceiling far above what a busy machine takes. */
const PATIENCE = 60_000

/** Waits for what is true soon; a test that waits in vain says what for. */
export async function soon<Found>(
  what: string,
  look: () => Promise<Found | undefined> | Found | undefined,
): Promise<Found> {
  for (const until = Date.now() + PATIENCE; Date.now() < until;) {
    const found = await look()
    if (found !== undefined) return found
    await new Promise((resolve) => setTimeout(resolve, 25))
  }
  throw new Error(`It never came: ${what}`)
}

/** Everything in the mailbox, newest first. */
export async function mailsIn(service: Pick<TestService, 'sandbox_url'>) {
  const answer = await fetch(`${service.sandbox_url}/_sandbox/mailbox`)
  return Mailbox.parse(await answer.json()).mails
}

/** The newest mail to that address with that subject. */
export function mailTo(service: Pick<TestService, 'sandbox_url'>, to: string, subject: RegExp) {
  return soon(`a mail to ${to} about ${String(subject)}`, async () =>
    (await mailsIn(service)).find((mail) => mail.to === to && subject.test(mail.subject)),
  )
}

/** When every mail that was asked for is sent or dropped. */
export async function allSent(service: Pick<TestService, 'query'>) {
  await soon('an empty outbox', async () => {
    const { rows } = await service.query('select id from mails')
    return rows.length ? undefined : true
  })
}

export function tokenIn(mail: Shown) {
  return new URL(mail.link ?? '').searchParams.get('token') ?? ''
}

export interface MailServer extends AsyncDisposable {
  url: string
  received: (Email & { recipients: string[] })[]
  /** Answers for the next messages, before any is taken: an SMTP code each. */
  refusing: number[]
}

export async function mailServer(): Promise<MailServer> {
  const received: MailServer['received'] = []
  const refusing: number[] = []
  const server = new SMTPServer({
    authOptional: true,
    disabledCommands: ['STARTTLS'],
    onRcptTo(_address, _session, done) {
      const code = refusing.shift()
      done(code === undefined ? null : Object.assign(new Error('no'), { responseCode: code }))
    },
    onData(stream, session, done) {
      const parts: Buffer[] = []
      stream.on('data', (part: Buffer) => parts.push(part))
      stream.on('end', () => {
        const recipients = session.envelope.rcptTo.map(({ address }) => address)
        void PostalMime.parse(Buffer.concat(parts)).then((mail) => {
          received.push({ ...mail, recipients })
          done()
        })
      })
    },
  })
  server.listen(0, '127.0.0.1')
  await once(server.server, 'listening')
  const address = server.server.address()
  const port = typeof address === 'object' && address ? address.port : 0
  return {
    url: `smtp://127.0.0.1:${port}`,
    received,
    refusing,
    [Symbol.asyncDispose]: () => new Promise<void>((resolve) => server.close(() => resolve())),
  }
}
