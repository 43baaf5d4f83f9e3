/**
 * The control: what the same work costs at least. A bare Fastify on five tables of its own, with one prepared statement a
 * thing to do and one round trip a statement, as a careful person would write it: the key is compared, every query carries
 * the workspace, a post and what is to be done for it are stored together. No rules, no answers kept, no limits. It does not
 * replay our SQL: what we do needlessly would be done needlessly here as well, and nothing would be seen of it.
 */
import { createHash, timingSafeEqual } from 'node:crypto'
import Fastify, { type FastifyRequest } from 'fastify'
import pg from 'pg'
import { z } from 'zod'

const Setup = z.object({
  database: z.record(z.string(), z.unknown()),
  /** The secrets of workspaces, one each. */
  secrets: z.array(z.string()),
  accounts: z.int(),
  /** Of the first workspace. */
  posts: z.int(),
})
const Key = z.object({ workspace_id: z.string(), secret_hash: z.instanceof(Buffer) })
const Row = z.object({ id: z.string() })
const Listed = z.looseObject({
  accounts: z.array(
    z.looseObject({
      id: z.int(),
      platform: z.string(),
      username: z.string(),
      pivot: z.looseObject({}),
    }),
  ),
})
/** What a post of the specification has besides, where there is nothing of it. */
const absent = {
  published_at: null,
  error_message: null,
  first_comment: null,
  platform_content: [],
  platform_options: {},
  in_doubt: null,
  thread: null,
  thread_as: null,
  split: null,
  created_via: 'rest',
  deleted_at: null,
  external_id: null,
  metadata: null,
  labels: [],
  note: null,
  series_id: null,
  media: [],
  approval: null,
  outcome: 'draft',
  needs: [],
  warnings: [],
}
const Body = z.object({
  content: z.string(),
  social_account_ids: z.array(z.int()),
  scheduled_at: z.string().optional(),
})

const setup = Setup.parse(JSON.parse(process.argv[2] ?? '{}'))
const pool = new pg.Pool({ ...setup.database, max: 20 })
await pool.query(`
  create table keys (id bigint generated always as identity primary key, workspace_id bigint not null, secret_hash bytea not null);
  create table accounts (
    workspace_id bigint not null, id bigint generated always as identity, platform text not null, name text not null,
    primary key (workspace_id, id));
  create table posts (
    workspace_id bigint not null, id bigint generated always as identity, content text not null, status text not null,
    scheduled_at timestamptz, created_at timestamptz not null, primary key (workspace_id, id));
  create index posts_listed on posts (workspace_id, created_at desc, id desc);
  create table deliveries (
    workspace_id bigint not null, id bigint generated always as identity, post_id bigint not null, account_id bigint not null,
    status text not null default 'pending', primary key (workspace_id, id),
    foreign key (workspace_id, post_id) references posts, foreign key (workspace_id, account_id) references accounts);
  create index deliveries_of on deliveries (workspace_id, post_id);
  create table jobs (
    id bigint generated always as identity primary key, workspace_id bigint not null, delivery_id bigint not null,
    due_at timestamptz not null);
  create index jobs_due on jobs (due_at);`)
for (const [index, secret] of setup.secrets.entries()) {
  const workspace = index + 1
  const hash = createHash('sha256').update(secret).digest()
  await pool.query('insert into keys (workspace_id, secret_hash) values ($1, $2)', [
    workspace,
    hash,
  ])
  await pool.query(
    `insert into accounts (workspace_id, platform, name) select $1, 'x', 'Account ' || n from generate_series(1, $2) n`,
    [workspace, setup.accounts],
  )
}
await pool.query(
  `with made as (
    insert into posts (workspace_id, content, status, created_at)
    select 1, 'Post ' || n, 'draft', now() - n * interval '1 minute' from generate_series(1, $1) n returning id)
  insert into deliveries (workspace_id, post_id, account_id) select 1, made.id, a.id
  from made, accounts a where a.workspace_id = 1`,
  [setup.posts],
)
await pool.query('vacuum analyze')

const app = Fastify()

app.post('/api/posts', async (request, reply) => {
  const workspace_id = await entered(request)
  const { content, social_account_ids, scheduled_at } = Body.parse(request.body)
  const { rows: accounts } = await pool.query({
    name: 'accounts',
    text: 'select id, platform, name from accounts where workspace_id = $1 and id = any($2)',
    values: [workspace_id, social_account_ids],
  })
  if (accounts.length < social_account_ids.length) return reply.code(422).send()
  const now = new Date()
  const status = scheduled_at ? 'scheduled' : 'draft'
  const client = await pool.connect()
  try {
    await client.query('begin')
    const post = await client.query({
      name: 'post',
      text: 'insert into posts (workspace_id, content, status, scheduled_at, created_at) values ($1, $2, $3, $4, $5) returning id',
      values: [workspace_id, content, status, scheduled_at, now],
    })
    const { id } = Row.parse(post.rows[0])
    const deliveries = await client.query({
      name: 'deliveries',
      text: 'insert into deliveries (workspace_id, post_id, account_id) select $1, $2, unnest($3::bigint[]) returning id',
      values: [workspace_id, id, social_account_ids],
    })
    if (scheduled_at) {
      const ids = deliveries.rows.map((row) => Row.parse(row).id)
      await client.query({
        name: 'jobs',
        text: 'insert into jobs (workspace_id, delivery_id, due_at) select $1, unnest($2::bigint[]), $3',
        values: [workspace_id, ids, scheduled_at],
      })
    }
    await client.query('commit')
    return await reply
      .code(201)
      .send({ id: Number(id), content, status, scheduled_at, created_at: now, accounts })
  } catch (error) {
    await client.query('rollback')
    throw error
  } finally {
    client.release()
  }
})

app.get('/api/posts', async (request) => {
  const workspace_id = await entered(request)
  const [{ rows: data }, { rows: counted }] = await Promise.all([
    pool.query({
      name: 'list',
      text: `
        select p.id, p.content, p.status, p.scheduled_at, p.created_at, p.created_at as updated_at, coalesce((
          select json_agg(json_build_object('id', a.id, 'platform', a.platform, 'kind', 'profile', 'name', a.name, 'username', a.name,
            'avatar_url', null, 'health', 'healthy', 'sandbox', true, 'pivot', json_build_object('status', d.status,
            'platform_post_id', null, 'platform_url', null, 'error_message', null, 'error_code', null, 'blocked_reason', null,
            'published_at', null, 'next_attempt_at', p.scheduled_at, 'attempt_count', 0, 'warnings', '[]'::json, 'candidates', null,
            'part', null, 'parts', null, 'waits_for', null)))
          from deliveries d join accounts a on a.workspace_id = d.workspace_id and a.id = d.account_id
          where d.workspace_id = p.workspace_id and d.post_id = p.id), '[]') as accounts
        from posts p where p.workspace_id = $1 order by p.created_at desc, p.id desc limit 20`,
      values: [workspace_id],
    }),
    pool.query({
      name: 'count',
      text: 'select count(*)::int as total from posts where workspace_id = $1',
      values: [workspace_id],
    }),
  ])
  return {
    data: data.map((row) => shown(Listed.parse(row))),
    total: z.object({ total: z.int() }).parse(counted[0]).total,
  }
})

await app.listen({ port: 0, host: '127.0.0.1' })
const address = app.server.address()
process.stdout.write(
  `${JSON.stringify({ port: address && typeof address === 'object' ? address.port : 0 })}\n`,
)
process.on('SIGTERM', () => process.exit(0))

/** The specification tells how a post stands on its accounts in two places: as many bytes as of ours travel. */
function shown({ accounts, ...post }: z.infer<typeof Listed>) {
  const per_account = accounts.map(({ id, platform, username, pivot }) => ({
    account_id: id,
    platform,
    username,
    ...pivot,
    reconnect_url: null,
  }))
  return { ...post, ...absent, socialAccounts: accounts, per_account }
}

async function entered({ headers }: FastifyRequest) {
  const [, id, secret = ''] = /^Bearer (\d+)\|(.+)$/.exec(headers.authorization ?? '') ?? []
  const { rows } = await pool.query({
    name: 'key',
    text: 'select workspace_id, secret_hash from keys where id = $1',
    values: [id],
  })
  const key = Key.parse(rows[0])
  const given = createHash('sha256').update(secret).digest()
  if (!timingSafeEqual(given, key.secret_hash)) throw new Error('A wrong key.')
  return key.workspace_id
}
