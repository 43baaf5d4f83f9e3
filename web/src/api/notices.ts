import { queryOptions } from '@tanstack/react-query'
import { ask } from './ask.ts'
import type { NoticePreferences, Notices } from './types.ts'

export const noticesQuery = (workspace: number) =>
  queryOptions({
    queryKey: [workspace, 'notices', 'bell'],
    queryFn: () => ask<Notices>('GET', `/workspaces/${workspace}/notices`),
  })

export const preferencesQuery = (workspace: number) =>
  queryOptions({
    queryKey: [workspace, 'notices', 'preferences'],
    queryFn: () => ask<NoticePreferences>('GET', `/workspaces/${workspace}/notices/preferences`),
  })
