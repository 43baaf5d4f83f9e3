import { demoWorkspace, newAccount, newKey } from '../../surfaces/kit.ts'
import type { Body } from '../../service.ts'
import { type Case, type Cases, type Kit, never, plain } from './case.ts'

/** Nothing can be wrong with a call without fields but a field too many. */
const bare = plain({}, { odd: '1' })

export function readCases(): Cases {
  return {
    get_queue_slots: plain({ count: 2 }, { count: 51 }),
    get_accounts: bare,
    get_capabilities: bare,
    get_stats: bare,
    list_events: {
      ...plain({ after: 'now', types: 'post.*' }, { after: 'yesterday', limit: 0 }),
    },
    get_analytics: plain({ platform: 'x' }, { from: '2026-02-30', to: 'x', platform: 'odd' }),
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
    disconnect_account: {
      input: found,
      refused,
      same: (_, { id }) => codeOf('reconnect_account', { id }),
    },
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
