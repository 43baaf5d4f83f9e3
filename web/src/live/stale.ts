/** Which of what was read an event makes stale. Pure. */
import type { Happened } from './news.ts'

type Key = readonly unknown[]

/** By the group of the kind; a test walks all kinds. */
const groups: Record<string, (workspace: number, event: Happened) => Key[]> = {
  post: ofPost,
  delivery: ofPost,
  account: (id) => [[id, 'accounts'], [id, 'paused'], ...lists(id)],
  media: (id) => [[id, 'media']],
  schedule: (id) => [
    [id, 'schedule'],
    [id, 'posts', 'calendar'],
  ],
  // What it makes and changes are posts, which tell of themselves.
  series: (id) => [[id, 'series']],
  member: (id) => [[id, 'members'], ['me']],
  webhook: (id) => [[id, 'webhooks']],
  audit: (id, { type }) => [
    ...(type.startsWith('audit.key') ? [[id, 'keys']] : []),
    ...(type.startsWith('audit.grant') ? [[id, 'grants']] : []),
    ...(/^audit\.(member|invitation)/.test(type) ? [[id, 'members']] : []),
    ...(type === 'audit.setting_changed' ? [['me'], [id, 'paused'], [id, 'accounts']] : []),
    [id, 'activity'],
  ],
}

/** What is noticed, which takes a moment. */
const noticed =
  /^(post\.(failed|partial|awaiting_approval|approved|declined|deleted|at_risk)|delivery\.(failed|blocked|published|updated|removal_failed|edit_failed)|account\.|series\.(paused|ended)|webhook\.(dead|disabled))/

export function staleBy(workspace: number, event: Happened): Key[] {
  const group = event.type.slice(0, event.type.indexOf('.'))
  return groups[group]?.(workspace, event) ?? [[workspace]]
}

export function isNoticed({ type }: Pick<Happened, 'type'>) {
  return noticed.test(type)
}

function ofPost(id: number, { post_id }: Happened): Key[] {
  return [...(post_id === null ? [] : [[id, 'posts', 'one', post_id]]), ...lists(id), [id, 'stats']]
}

/** Everything about posts but the single ones, of which others were not touched. */
function lists(id: number): Key[] {
  return ['list', 'planned', 'calendar', 'count', 'review', 'approvals', 'coming', 'failed'].map(
    (each) => [id, 'posts', each],
  )
}
