/** Every file of commands, in the order of the help; loaded when a command of it is called. */
import type { Command } from './command.ts'

export const groups = {
  start: async () => (await import('./start.ts')).startCommands,
  key: async () => (await import('./key.ts')).keyCommands,
  account: async () => (await import('./account.ts')).accountCommands,
  person: async () => (await import('./person.ts')).personCommands,
  workspace: async () => (await import('./workspace.ts')).workspaceCommands,
  platforms: async () => (await import('./platforms.ts')).platformCommands,
  posts: async () => (await import('./posts.ts')).postCommands,
  publishing: async () => (await import('./publishing.ts')).publishingCommands,
  series: async () => (await import('./series.ts')).seriesCommands,
  upload: async () => (await import('./upload.ts')).uploadCommands,
  queue: async () => (await import('./queue.ts')).queueCommands,
  schedule: async () => (await import('./schedule.ts')).scheduleCommands,
  plan: async () => (await import('./plan.ts')).planCommands,
  webhook: async () => (await import('./webhook.ts')).webhookCommands,
  call: async () => (await import('./call.ts')).callCommands,
  analytics: async () => (await import('./analytics.ts')).analyticsCommands,
  backup: async () => (await import('./backup.ts')).backupCommands,
  move: async () => (await import('./move.ts')).moveCommands,
  secret: async () => (await import('./secret.ts')).secretCommands,
  upkeep: async () => (await import('./upkeep.ts')).upkeepCommands,
  doctor: async () => (await import('./doctor.ts')).doctorCommands,
  completion: async () => (await import('./completion.ts')).completionCommands,
} satisfies Record<string, () => Promise<readonly Command[]>>
