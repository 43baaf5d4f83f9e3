/** What people of a workspace are told at the bell, as title and first line. */
import { noticeEvents } from '#notices/noticing.ts'
import { wordsOf } from '#rules/notice.ts'
import { listNotices } from '#store/notices.ts'
import { numberAll } from '../events/numbered.ts'
import type { TestService } from '../service.ts'

/** Makes somebody a member first: notices are told to members. Nothing is mailed. */
export async function noticesOf(service: TestService, workspace_id: number, now: Date) {
  const email = `told-${workspace_id}@example.com`
  await service.query(
    `insert into persons (name, email, password_hash, created_at) values ('Told', '${email}', '', now()) on conflict do nothing`,
  )
  await service.query(
    `insert into members (workspace_id, person_id, role, joined_at)
      select ${workspace_id}, id, 'editor', now() from persons where email = '${email}' on conflict do nothing`,
  )
  await numberAll(service)
  while (await noticeEvents(service.db, now));
  const { rows } = await service.query(`select id from persons where email = '${email}'`)
  const scope = { db: service.db, workspace_id }
  const told = await listNotices(scope, Number(rows[0]?.['id']), { unread: false, limit: 10 })
  return told.flatMap((each) => {
    if (each.kind !== 'series') return []
    const { title, lines } = wordsOf(each, { platform: (id) => id, zone: 'UTC' })
    return [[title, lines[0]]]
  })
}
