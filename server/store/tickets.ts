/** Which links for connecting an account have done so. */
import { type Ticket, ticketText } from '#rules/connect.ts'
import type { Db } from './schema.ts'

/** False when it was used before; of several at once one is the first. */
export async function takeTicket(db: Db, ticket: Ticket) {
  const { numInsertedOrUpdatedRows } = await db
    .insertInto('used_tickets')
    .values({ ticket: ticketText(ticket), expires_at: new Date(ticket.expires) })
    .onConflict((conflict) => conflict.doNothing())
    .executeTakeFirst()
  return (numInsertedOrUpdatedRows ?? 0n) > 0n
}

export async function isTicketUsed(db: Db, ticket: Ticket) {
  const row = await db
    .selectFrom('used_tickets')
    .select('ticket')
    .where('ticket', '=', ticketText(ticket))
    .executeTakeFirst()
  return row !== undefined
}

export async function pruneTickets(db: Db, now: Date) {
  await db.deleteFrom('used_tickets').where('expires_at', '<', now.toISOString()).execute()
}
