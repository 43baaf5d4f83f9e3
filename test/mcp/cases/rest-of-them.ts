import { numberAll } from '../../events/numbered.ts'
import { demoWorkspace, idOf, newAccount, newKey } from '../../surfaces/kit.ts'
import type { Body } from '../../service.ts'
import { type Case, type Cases, type Kit, never, plain } from './case.ts'

/** Nothing can be wrong with a call without fields but a field too many. */
const bare = plain({}, { odd: '1' })

export function readCases({ account_ids, origin }: Kit): Cases {
  return {
    get_queue_slots: plain({ count: 2 }, { count: 51 }),
    get_accounts: bare,
    get_capabilities: {
      ...plain({ platforms: 'x', account_ids: account_ids.join() }, { platforms: 'odd' }),
      over: { mcp: ({ platforms }) => ['get_capabilities', { platforms }] },
      same: ({ platforms, platform_options }) => [platforms, platform_options],
    },
    preview_link: plain({ url: `${origin}/page` }, { url: 'ftp://example.com/' }),
    get_stats: bare,
    list_events: {
      ...plain({ after: 'now', types: 'post.*' }, { after: 'yesterday', limit: 0 }),
    },
    list_activity: plain({ types: 'post.created', by: 'app' }, { before: 'x', by: 'nobody' }),
    get_analytics: plain({ platform: 'x' }, { from: '2026-02-30', to: 'x', platform: 'odd' }),
    get_analytics_timelines: {
      ...plain({ platform: 'x' }, { from: '2026-02-30', platform: 'odd' }),
      over: { mcp: (args) => ['get_analytics', args] },
      same: ({ window }) => window,
    },
    list_post_analytics: plain({ sort: 'likes' }, { sort: 'odd', cursor: 'x', platform: 'odd' }),
    get_best_times: plain({ by: 'engagements' }, { by: 'odd', to: 'x' }),
    get_audience: plain({ platform: 'x' }, { from: 'x', platform: 'odd' }),
  }
}

export function accountCases({ service, codeOf }: Kit): Cases {
  const found = async () => ({
    id: (await newAccount(service, await demoWorkspace(service), 'linkedin')).id,
  })
  const refused = (): [Body, 'account_not_found'] => [{ id: never.account }, 'account_not_found']
  return {
    reconnect_account: {
      input: found,
      refused,
      same: ({ platform, health }) => [platform, health],
    },
    get_account_choices: {
      input: found,
      refused,
      same: ({ options, read_at }) => [options, read_at],
    },
    find_people: {
      input: async () => ({ ...(await found()), q: 'ada' }),
      refused: () => [{ id: never.account, q: 'ada' }, 'account_not_found'],
      same: ({ platform, supported, people }) => [platform, supported, people],
    },
    disconnect_account: {
      input: found,
      refused,
      same: (_, { id }) => codeOf('reconnect_account', { id }),
    },
  }
}

export function planCases({ rest, account_ids }: Kit): Cases {
  let made = 0
  const name = () => `Parity ${++made}`
  const found = async () => ({
    id: idOf((await rest('create_account_set', { name: name(), account_ids })).body),
  })
  const labelled = async () => {
    const label = name()
    await rest('schedule_post', {
      content: label,
      social_account_ids: account_ids,
      when: 'draft',
      labels: [label],
    })
    return label
  }
  const times = [{ weekday: 'mon', time: '09:00' }]
  const queue = async () => ({
    id: idOf((await rest('create_queue', { name: name(), times })).body),
  })
  const snippet = async () => ({
    id: idOf((await rest('create_snippet', { name: name(), content: 'Yours' })).body),
  })
  const refused = (): [Body, 'account_set_not_found'] => [
    { id: never.account },
    'account_set_not_found',
  ]
  return {
    list_calendars: bare,
    list_calendar: plain(
      { from: '2026-11-01', to: '2026-11-30', outcome: 'draft' },
      { from: '2026-11-31', to: 'x', per_day: 201 },
    ),
    create_calendar: {
      input: () => ({ name: 'Parity', with_text: false }),
      refused: () => [{ name: 'Parity', account_ids: [never.account] }, 'invalid'],
      same: ({ with_text }) => with_text,
    },
    revoke_calendar: {
      input: async () => ({ id: idOf((await rest('create_calendar', { name: 'Over' })).body) }),
      refused: () => [{ id: never.account }, 'calendar_not_found'],
      same: async (_, { id }) => (await rest('revoke_calendar', { id })).code,
    },
    list_labels: bare,
    rename_label: {
      input: async () => ({ label: await labelled(), new_label: name() }),
      refused: () => [{ label: 'nowhere', new_label: 'never' }, 'label_not_found'],
      same: ({ posts, left }) => [posts, left],
    },
    delete_label: {
      input: async () => ({ label: await labelled() }),
      refused: () => [{ label: 'nowhere' }, 'label_not_found'],
      same: ({ posts, left }) => [posts, left],
    },
    get_utm_templates: bare,
    set_utm_templates: {
      input: () => ({ templates: [{ label: 'parity', parameters: { utm_source: 'x' } }] }),
      refused: () => [{ templates: [], updated_at: '2001-01-01T00:00:00Z' }, 'utm_changed'],
      same: ({ templates }) => templates,
    },
    pause_publishing: {
      input: () => ({ reason: 'Parity', dry_run: true }),
      refused: () => [{ account_ids: [never.account] }, 'invalid'],
      same: ({ workspace, accounts }) => [workspace, accounts],
    },
    resume_publishing: {
      input: () => ({ late: 'publish', dry_run: true }),
      refused: () => [{ account_ids: [never.account] }, 'invalid'],
      same: ({ workspace, published, moved }) => [workspace, published, moved],
    },
    list_queues: bare,
    create_queue: {
      input: () => ({ name: name(), times }),
      refused: () => [{ name: '', times: [], jitter: 31 }, 'invalid'],
      same: ({ times: told }) => told,
    },
    update_queue: {
      input: async () => ({ ...(await queue()), jitter: 5, paused: true }),
      refused: () => [{ id: never.account }, 'queue_not_found'],
      same: ({ jitter, paused }) => [jitter, paused],
    },
    delete_queue: {
      input: queue,
      refused: () => [{ id: never.account }, 'queue_not_found'],
      same: async (_, { id }) => (await rest('delete_queue', { id })).code,
    },
    list_snippets: bare,
    create_snippet: {
      input: () => ({ name: name(), content: 'Yours, Ada' }),
      refused: () => [{ name: name(), kind: 'hashtags', content: 'no tag' }, 'invalid'],
      same: ({ content }) => content,
    },
    update_snippet: {
      input: async () => ({ ...(await snippet()), content: 'Yours, Grace' }),
      refused: () => [{ id: never.account }, 'snippet_not_found'],
      same: ({ content }) => content,
    },
    delete_snippet: {
      input: snippet,
      refused: () => [{ id: never.account }, 'snippet_not_found'],
      same: async (_, { id }) => (await rest('delete_snippet', { id })).code,
    },
    list_account_sets: bare,
    create_account_set: {
      input: () => ({ name: name(), account_ids }),
      refused: () => [{ name: 'a, b', account_ids: [never.account] }, 'invalid'],
      same: ({ account_ids: to }) => to,
    },
    update_account_set: {
      input: async () => ({ ...(await found()), account_ids: account_ids.slice(0, 1) }),
      refused,
      same: ({ account_ids: to }) => to,
    },
    delete_account_set: {
      input: found,
      refused,
      same: async (_, { id }) => (await rest('delete_account_set', { id })).code,
    },
  }
}

export function webhookCases({ service, rest, codeOf }: Kit): Cases {
  const url = 'https://example.com/hook'
  const made = async (more: Body = {}) => {
    const { body } = await rest('create_webhook', { url, types: ['media.*'], ...more })
    return { id: String(body['id']) }
  }
  const refused = (more: Body = {}): [Body, 'webhook_not_found'] => [
    { id: never.key, ...more },
    'webhook_not_found',
  ]
  /** What was sent to it, without anybody who sends. */
  const sent = async () => {
    const { id } = await made()
    const seq = `(select seq from events where workspace_id = webhooks.workspace_id order by seq limit 1)`
    await numberAll(service)
    const { rows } = await service.query(
      `insert into webhook_sends (workspace_id, webhook_id, event_seq, state, due_at, created_at)
        select workspace_id, id, ${seq}, 'dead', now(), now() from webhooks where id = ${id} returning id`,
    )
    return { id, send_id: String(rows[0]?.['id']) }
  }
  const since = '2020-01-01T00:00:00Z'
  return {
    list_webhooks: {
      ...bare,
      over: through('list'),
      same: ({ list, webhooks }) => list ?? webhooks,
    },
    create_webhook: {
      ...plain(
        { url, types: ['post.*'], description: 'Ours', secret: `whsec_${'A'.repeat(32)}` },
        { url: 'http://localhost/', types: ['post.odd'], account_ids: [], secret: 'short' },
      ),
      over: through('create'),
    },
    update_webhook: {
      input: async () => ({ ...(await made()), description: 'Other', enabled: false }),
      refused: () => refused({ description: 'Other' }),
      over: through('update'),
    },
    delete_webhook: {
      input: made,
      refused,
      over: through('delete'),
      same: (_, { id }) => codeOf('list_webhook_sends', { id }),
    },
    test_webhook: { input: made, refused, over: through('test'), same: ({ queued }) => queued },
    rotate_webhook_secret: {
      input: async () => ({ ...(await made()), secret: `whsec_${'B'.repeat(32)}` }),
      refused,
      over: through('rotate_secret'),
    },
    list_webhook_sends: {
      input: async () => ({ id: (await sent()).id }),
      refused,
      over: through('sends'),
    },
    redeliver_send: {
      input: sent,
      refused: async () => [{ ...(await made()), send_id: '987654' }, 'send_not_found'],
      over: through('redeliver_send'),
    },
    redeliver_webhook: {
      input: async () => ({ ...(await made()), since }),
      refused: () => refused({ since }),
      over: through('redeliver'),
    },
    manage_webhooks: {
      input: () => ({ action: 'create', url, secret: `whsec_${'C'.repeat(32)}` }),
      refused: () => [{ action: 'test', id: never.key }, 'webhook_not_found'],
      over: {
        rest: ({ action, ...args }) =>
          action === 'redeliver_send'
            ? ['redeliver_send', args]
            : [`${String(action)}_webhook`, args],
      },
    },
  }

  function through(action: string): NonNullable<Case['over']> {
    return { mcp: (args: Body) => ['manage_webhooks', { action, ...args }] }
  }
}

export function keyCases({ service, codeOf }: Kit): Cases {
  const found = async () => ({ id: (await newKey(service)).id })
  return {
    list_api_keys: { ...bare, over: by('list'), same: ({ list, keys }) => list ?? keys },
    create_api_key: {
      ...plain(
        { name: 'New', abilities: ['posts:read'], leash: { posts_per_day: 3 } },
        { name: 'x'.repeat(256), abilities: ['fly'], leash: { posts_per_day: -1 } },
      ),
      over: by('create'),
    },
    update_api_key: {
      input: async () => ({ ...(await found()), name: 'Other' }),
      refused: () => [{ id: never.key, name: 'Other' }, 'key_not_found'],
      over: by('update'),
    },
    revoke_api_key: {
      input: found,
      refused: () => [{ id: never.key }, 'key_not_found'],
      over: by('revoke'),
      same: (_, { id }) => codeOf('revoke_api_key', { id }),
    },
    manage_api_keys: {
      input: () => ({ action: 'create', name: 'Managed' }),
      refused: () => [{ action: 'update', id: never.key, name: 'x' }, 'key_not_found'],
      over: { rest: ({ action, ...args }) => [`${String(action)}_api_key`, args] },
    },
  }

  function by(action: string): NonNullable<Case['over']> {
    return { mcp: (args: Body) => ['manage_api_keys', { action, ...args }] }
  }
}
