/** docs/events.md: every kind of event, what it carries, and how to read them; docs/events: a page for each kind. */
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { z } from 'zod'
import { EventType, eventTypes, groupOf, keptDays, kinds } from '#rules/event.ts'
import { code, notice, page, table } from './markdown.ts'
import { fieldsOf } from './schema.ts'

export function eventsPage() {
  return page(
    notice,
    '# Events',
    'Whatever changes in a workspace is told as an event: posts on their way, what became of each channel, accounts, media, the schedule, and who did what. Events are written by the database, in the transaction that makes the change: there is none without its change, and no change without its event. They are kept ' +
      `${keptDays.usual} days; what was done by whom (\`audit.*\`) ${keptDays.audit}.`,
    '## Reading them',
    'Ask from now on, and go on with the `cursor` of each answer. With `wait` (30 seconds at most) the answer comes as soon as something happens:',
    '```sh\ncursor=now\nwhile :; do\n  page=$(curl -s -H "Authorization: Bearer $CRIER_KEY" "$CRIER_URL/api/events?after=$cursor&wait=30")\n  echo "$page" | jq -c \'.data[]\'\n  cursor=$(echo "$page" | jq -r .cursor)\ndone\n```',
    'Events have one order, in which every reader sees every one of them once: numbers are given after the commit, at most a moment later, so that what commits late is never skipped. `types` picks kinds (`post.failed`) or groups (`delivery.*`), `post_id` one post, `limit` up to 200 at a time; `more` says that there are further ones already. Without `after` reading begins at the oldest that is kept.',
    'A cursor belongs to its workspace. One that is older than what is kept, of another workspace, or from before the database was restored answers 410 `cursor_gone`, with the present `cursor`: read anew what you need ([list_posts](operations.md), say), and go on there. Over MCP the tool is `list_events`, in the toolset `events`. Backwards, for people who look for who did what, `GET /api/activity` tells the same, and with `changes=true` what was before and after, field by field: of posts too, as far as their last 50 versions are kept.',
    'A key hears what it may read: posts, deliveries, accounts and the schedule with `posts:read`, media with `media:read`, members and `audit.*` with `keys:manage` and no leash, webhooks with `webhooks:manage`; and nothing where a leash leaves `read` out of its actions. On a leash it hears of its accounts only, and of posts that go nowhere else. Who did it (`actor`) is named to those who hear of `audit.*`; others are told whether it was a person, a key, an app or Crier itself.',
    'No event carries a text, a name of a file, or a secret: it says what happened to what, and which version that was; of settings, roles, keys and apps also what was before (`changes`). Read the rest where it is: `GET /api/posts/{id}`. To be called instead of asking, see [webhooks](webhooks.md).',
    'The dashboard has them as server-sent events at `GET /console/workspaces/{id}/live`: ids, kinds and versions (`updated_at`), four messages a second at the most. Who falls behind is told `resync`, and looks at everything anew. Beside them `under_way` tells, without an id, which deliveries are being sent (`sending`), looked for (`looking`) or `over`, and in `uploads` all files that are on their way, `uploading` or `examining`, with their bytes ([decision 261](decisions/0261-uploads-under-way.md)).',
    '## One event',
    `\`\`\`json\n${JSON.stringify(example, undefined, 2)}\n\`\`\``,
    'Its `id` is the same wherever it is told. `post_id`, `delivery_id`, `account_id` and `media_id` are null where it is not about one.',
    '## Every kind',
    ...[...Map.groupBy(eventTypes, groupOf)].flatMap(([group, types]) => [
      `### ${group}`,
      table(
        ['Type', 'When', '`data`'],
        types.map((type) => [`[${code(type)}](events/${type}.md)`, kinds[type].when, dataOf(type)]),
      ),
    ]),
  )
}

function dataOf(type: EventType) {
  return fieldsOf(kinds[type].data, 'output', new Map())
    .map(({ name, text }) => (text ? `${code(name)} (${text})` : code(name)))
    .join(', ')
}

/** By its file in docs/events. */
export const kindPages = Object.fromEntries(
  eventTypes.map((type) => [`docs/events/${type}.md`, () => kindPage(type)]),
)

function kindPage(type: EventType) {
  const fields = fieldsOf(kinds[type].data, 'output', new Map())
  const days = groupOf(type) === 'audit' ? keptDays.audit : keptDays.usual
  return page(
    notice,
    `# ${type}`,
    kinds[type].when,
    `Heard by ${hearers[groupOf(type)]}. Kept ${days} days. How events are read and what their other fields mean: [Events](../events.md); how they are sent: [Webhooks](../webhooks.md).`,
    '## `data`',
    table(
      ['Field', 'Type', 'There', 'Meaning'],
      fields.map(({ name, type: of, required, text }) => [
        code(name),
        of.replaceAll('](codes.md', '](../codes.md'),
        required ? 'always' : 'where it is known',
        text,
      ]),
    ),
    '## Example',
    'As a test makes it, with ids and times that stay the same.',
    `\`\`\`json\n${JSON.stringify(examples[type], undefined, 2)}\n\`\`\``,
  )
}

const hearers: Readonly<Record<string, string>> = {
  post: 'keys with `posts:read` that see all of its accounts',
  delivery: 'keys with `posts:read` that see its account',
  account: 'keys with `posts:read` that see it',
  media: 'keys with `media:read`',
  schedule: 'keys with `posts:read`',
  member: 'keys with `keys:manage` and no leash',
  webhook: 'keys with `webhooks:manage` and no leash',
  audit: 'keys with `keys:manage` and no leash',
}

/** As test/events/examples.test.ts makes them. */
const examples = z
  .record(EventType, z.unknown())
  .parse(
    JSON.parse(readFileSync(join(import.meta.dirname, '../../docs/events/examples.json'), 'utf8')),
  )

/** As test/events/page.test.ts makes it. */
export const example = {
  id: '6f1d7c1e-0f0b-4bb5-9d3e-6a3b2f6f7f10',
  cursor: '3f9a1c0d22e7.1042',
  type: 'delivery.failed',
  at: '2026-11-22T17:00:00.123Z',
  post_id: 7,
  external_id: null,
  delivery_id: 12,
  account_id: 3,
  media_id: null,
  actor: { kind: 'crier', id: null, name: null },
  data: { platform: 'x', attempt: 1, error_code: 'duplicate_content' },
}
