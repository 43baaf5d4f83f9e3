/** Signed links that let a person connect accounts of one workspace without being signed in: short-lived capabilities. */
import { createHmac, hkdfSync, timingSafeEqual } from 'node:crypto'
import { z } from 'zod'

const Ticket = z.object({ workspace_id: z.int(), expires: z.int() })

export interface Tickets {
  issue(workspace_id: number, now: Date): string
  /** The workspace, or undefined when the ticket is forged or too old. */
  read(ticket: string, now: Date): number | undefined
}

const HOUR = 3600_000

export function tickets(secretKey: string): Tickets {
  const key = Buffer.from(hkdfSync('sha256', secretKey, 'crier', 'connect tickets', 32))
  const sign = (body: string) => createHmac('sha256', key).update(body).digest()
  return {
    issue(workspace_id, now) {
      const ticket = { workspace_id, expires: now.getTime() + HOUR }
      const body = Buffer.from(JSON.stringify(ticket)).toString('base64url')
      return `${body}.${sign(body).toString('base64url')}`
    },

    read(ticket, now) {
      const [body = '', signature = ''] = ticket.split('.')
      const given = Buffer.from(signature, 'base64url')
      const right = sign(body)
      if (given.length !== right.length || !timingSafeEqual(given, right)) return undefined
      const { workspace_id, expires } = Ticket.parse(
        JSON.parse(Buffer.from(body, 'base64url').toString()),
      )
      return expires > now.getTime() ? workspace_id : undefined
    },
  }
}
