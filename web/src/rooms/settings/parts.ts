/** The rooms of the settings, in the order of their tabs; search across rooms has them too. */
import type { IconName } from '../../ui/icon.tsx'
import { common } from '../../words/common.ts'
import { words } from '../../words/settings.ts'

export const parts = [
  { to: '/settings', label: common.thing.you, icon: 'people' },
  { to: '/settings/security', label: words.frame.security, icon: 'key' },
  { to: '/settings/notices', label: common.thing.notices, icon: 'bell' },
  { to: '/settings/workspace', label: common.thing.workspace, icon: 'gear' },
  { to: '/settings/schedule', label: common.thing.schedule, icon: 'clock' },
  { to: '/settings/snippets', label: words.frame.snippets, icon: 'pen' },
  { to: '/settings/activity', label: common.thing.activity, icon: 'inbox' },
  { to: '/settings/plan', label: words.frame.plan, icon: 'sliders' },
] as const satisfies readonly { to: string; label: string; icon: IconName }[]
