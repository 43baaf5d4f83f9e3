/** What Graph refuses of Pages alone. */
import { refuse } from '../kit/graph-refusals.ts'

export const needsPageToken = () =>
  refuse(210, '(#210) A page access token is required to request this resource.', { status: 403 })
export const needsTask = (task: string) =>
  refuse(10, `(#10) The user must have the ${task} task on this Page.`, { status: 403 })
