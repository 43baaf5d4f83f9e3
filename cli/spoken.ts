/** What the service says, in the words of whoever types commands: operations are commands here, or are called by name. */
import type { Command } from './command.ts'

/** Commands that are an operation, by its name. */
export const commands: Readonly<Record<string, string>> = {
  cancel_post: 'cancel',
  create_api_key: 'key create',
  create_queue: 'queue create',
  create_series: 'series create',
  create_webhook: 'webhook create',
  delete_webhook: 'webhook delete',
  disconnect_account: 'account disconnect',
  edit_published_post: 'edit',
  end_series: 'series end',
  export_posts: 'posts export',
  get_accounts: 'account list',
  get_series: 'series show',
  import_posts: 'posts import',
  list_account_sets: 'account sets',
  list_api_keys: 'key list',
  list_calendar: 'calendar show',
  list_calendars: 'calendar list',
  list_labels: 'labels',
  list_posts: 'posts',
  list_queues: 'queue list',
  list_series: 'series list',
  list_webhook_sends: 'webhook sends',
  list_webhooks: 'webhook list',
  pause_publishing: 'publishing pause',
  pause_series: 'series pause',
  preview_series: 'series preview',
  reconnect_account: 'account reconnect',
  redeliver_send: 'webhook redeliver-send',
  redeliver_webhook: 'webhook redeliver',
  resume_publishing: 'publishing resume',
  resume_series: 'series resume',
  rotate_webhook_secret: 'webhook rotate-secret',
  schedule_post: 'post',
  skip_occurrence: 'series skip',
  test_webhook: 'webhook test',
  unpublish_post: 'unpublish',
  update_posts: 'posts update',
  update_series: 'series update',
  update_webhook: 'webhook update',
}

export async function spoken(text: string, { name }: Pick<Command, 'name'>): Promise<string> {
  // Who calls operations by their names reads them, too.
  if (name === 'call') return text
  const { operations } = await import('#operations/index.ts')
  const known = new Set(operations.map((operation) => operation.name))
  return text.replace(/\b[a-z]+(?:_[a-z]+)+\b/g, (word) => {
    const command = commands[word] ?? (known.has(word) ? `call ${word}` : undefined)
    return command === undefined ? word : `\`crier ${command}\``
  })
}
