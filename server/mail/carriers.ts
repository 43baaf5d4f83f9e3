/** How mails leave: by a mail server, or, where there is none, into the log and the sandbox's mailbox. */
import type { Transporter } from 'nodemailer'
import type { Letter } from './letter.ts'

/** Resolves when somebody else has the mail. */
export type Carrier = (to: string, letter: Letter, id: string) => Promise<void>

/** Nobody will ever take it: trying again is of no use. */
export class Undeliverable extends Error {
  override readonly name = 'Undeliverable'
}

const SECONDS = 1000

export function smtpCarrier(url: string, from: { name: string; address: string }): Carrier {
  let transport: Promise<Transporter> | undefined
  const host = from.address.split('@')[1] ?? 'localhost'
  return async (to, { subject, text, html, headers = {} }, id) => {
    try {
      await (
        await (transport ??= transportTo(url))
      ).sendMail({
        from,
        // As an object: a text would be read as a list of addresses.
        to: { name: '', address: to },
        subject,
        text,
        html,
        messageId: `<${id}@${host}>`,
        headers: {
          ...headers,
          'Auto-Submitted': 'auto-generated',
          'X-Auto-Response-Suppress': 'All',
        },
      })
    } catch (error) {
      if (isFinal(error)) throw new Undeliverable(wordsOf(error), { cause: error })
      throw error
    }
  }
}

interface Log {
  warn(about: object, text: string): void
}

/** Loaded with the first mail. */
async function transportTo(url: string): Promise<Transporter> {
  const { createTransport } = await import('nodemailer')
  return createTransport({
    url,
    connectionTimeout: 10 * SECONDS,
    greetingTimeout: 10 * SECONDS,
    socketTimeout: 30 * SECONDS,
    disableFileAccess: true,
    disableUrlAccess: true,
  })
}

/** `mailbox` is where the sandbox takes mails, when there is one. The log has the link in any case. */
export function logCarrier(mailbox: () => string | undefined, log: Log): Carrier {
  return async (to, { subject, text, html, link = null }, id) => {
    log.warn({ to, subject, link }, 'no SMTP_URL is set: this mail was not sent')
    const url = mailbox()
    if (url === undefined) return
    await fetch(url, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ id, to, subject, text, html, link }),
      signal: AbortSignal.timeout(5 * SECONDS),
    }).catch((error: unknown) => log.warn({ err: error }, 'the mailbox did not take it'))
  }
}

/** The server refused the recipient or the message itself, with a final code. */
function isFinal(error: unknown) {
  if (!(error instanceof Error)) return false
  const code = 'responseCode' in error ? Number(error.responseCode) : 0
  const command = 'command' in error ? String(error.command) : ''
  return code >= 550 && code < 600 && /^(RCPT TO|DATA)/.test(command)
}

function wordsOf(error: unknown) {
  return error instanceof Error ? error.message : String(error)
}
