/** Where mails go from here: to the mail server, or into the log and the sandbox's mailbox. */
import type { FastifyBaseLogger } from 'fastify'
import { noticeLinks } from '#access/notice-links.ts'
import { manifests } from '#platforms/catalog.ts'
import { logCarrier, smtpCarrier } from '#mail/carriers.ts'
import type { Mailer } from '#mail/mailer.ts'
import type { Config } from '#config/config.ts'
import type { Keyring } from '#rules/keyring.ts'
import type { Listener } from '#database/listen.ts'

export function mailerOf(
  { people: { smtp } }: Config,
  at: { readonly base_url: string; readonly sandbox_url: string | undefined },
  parts: Pick<Mailer, 'db' | 'now' | 'observer'> & {
    log: FastifyBaseLogger
    listener: Listener
    ring: Keyring
  },
): Mailer {
  const { db, now, log, listener, observer, ring } = parts
  const stops = noticeLinks(ring)
  const mailbox = () => at.sandbox_url && `${at.sandbox_url}/_sandbox/mailbox`
  return {
    db,
    now,
    base_url: at.base_url,
    platform_name: (id) => manifests[id]?.name ?? id,
    stop_url: (stopping) => `${at.base_url}/notices/stop/${stops.sign(stopping)}`,
    carry: smtp ? smtpCarrier(smtp.url.reveal(), smtp.from) : logCarrier(mailbox, log),
    log,
    observer,
    onNews: (wake) => listener.on('mail', wake),
  }
}
