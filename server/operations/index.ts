import { deleteLabel } from './labels/delete-label.ts'
import { listLabels } from './labels/list-labels.ts'
import { renameLabel } from './labels/rename-label.ts'
import { createAccountSet } from './account-sets/create-account-set.ts'
import { deleteAccountSet } from './account-sets/delete-account-set.ts'
import { listAccountSets } from './account-sets/list-account-sets.ts'
import { updateAccountSet } from './account-sets/update-account-set.ts'
import { disconnectAccount } from './accounts/disconnect-account.ts'
import { findPeople } from './accounts/find-people.ts'
import { getAccounts } from './accounts/get-accounts.ts'
import { getAccountChoices } from './accounts/get-account-choices.ts'
import { reconnectAccount } from './accounts/reconnect-account.ts'
import { getAnalytics } from './analytics/get-analytics.ts'
import { getAnalyticsTimelines } from './analytics/get-analytics-timelines.ts'
import { getAudience } from './analytics/get-audience.ts'
import { getBestTimes } from './analytics/get-best-times.ts'
import { listPostAnalytics } from './analytics/list-post-analytics.ts'
import { approvePost } from './approvals/approve-post.ts'
import { declinePost } from './approvals/decline-post.ts'
import { listApprovals } from './approvals/list-approvals.ts'
import { createCalendar } from './calendars/create-calendar.ts'
import { listCalendar } from './calendars/list-calendar.ts'
import { listCalendars } from './calendars/list-calendars.ts'
import { revokeCalendar } from './calendars/revoke-calendar.ts'
import { getCapabilities } from './capabilities/get-capabilities.ts'
import { listActivity } from './events/list-activity.ts'
import { listEvents } from './events/list-events.ts'
import { createApiKey } from './keys/create-api-key.ts'
import { listApiKeys } from './keys/list-api-keys.ts'
import { manageApiKeys } from './keys/manage-api-keys.ts'
import { revokeApiKey } from './keys/revoke-api-key.ts'
import { undoToday } from './keys/undo-today.ts'
import { updateApiKey } from './keys/update-api-key.ts'
import { previewLink } from './links/preview-link.ts'
import { cancelUpload } from './media/cancel-upload.ts'
import { completeUpload } from './media/complete-upload.ts'
import { deleteMedia } from './media/delete-media.ts'
import { deriveMedia } from './media/derive-media.ts'
import { downloadMedia } from './media/download-media.ts'
import { getLibrary } from './media/get-library.ts'
import { getMedia } from './media/get-media.ts'
import { getUpload } from './media/get-upload.ts'
import { listMedia } from './media/list-media.ts'
import { openUpload } from './media/open-upload.ts'
import { replaceMedia } from './media/replace-media.ts'
import { restoreMedia } from './media/restore-media.ts'
import { updateManyMedia } from './media/update-many-media.ts'
import { updateMedia } from './media/update-media.ts'
import { uploadChunk } from './media/upload-chunk.ts'
import { uploadMedia } from './media/upload-media.ts'
import type { Operation } from './operation.ts'
import { cancelPost } from './posts/cancel-post.ts'
import { deletePost } from './posts/delete-post.ts'
import { duplicatePost } from './posts/duplicate-post.ts'
import { exportPosts } from './posts/export-posts.ts'
import { getPostRevision } from './posts/get-post-revision.ts'
import { getPost } from './posts/get-post.ts'
import { importPosts } from './posts/import-posts.ts'
import { listPosts } from './posts/list-posts.ts'
import { publishNow } from './posts/publish-now.ts'
import { restorePost } from './posts/restore-post.ts'
import { retryPost } from './posts/retry-post.ts'
import { schedulePost } from './posts/schedule-post.ts'
import { schedulePosts } from './posts/schedule-posts.ts'
import { editPublishedPost } from './posts/edit-published-post.ts'
import { unpublishPost } from './posts/unpublish-post.ts'
import { updatePost } from './posts/update-post.ts'
import { updatePosts } from './posts/update-posts.ts'
import { pausePublishing } from './publishing/pause-publishing.ts'
import { resumePublishing } from './publishing/resume-publishing.ts'
import { getQueueSlots } from './queue/get-queue-slots.ts'
import { createQueue } from './queues/create-queue.ts'
import { deleteQueue } from './queues/delete-queue.ts'
import { listQueues } from './queues/list-queues.ts'
import { updateQueue } from './queues/update-queue.ts'
import { createSeries } from './series/create-series.ts'
import { endSeries } from './series/end-series.ts'
import { getSeries } from './series/get-series.ts'
import { listSeries } from './series/list-series.ts'
import { manageSeries } from './series/manage-series.ts'
import { pauseSeries } from './series/pause-series.ts'
import { previewSeries } from './series/preview-series.ts'
import { readSeries } from './series/read-series.ts'
import { resumeSeries } from './series/resume-series.ts'
import { skipOccurrence } from './series/skip-occurrence.ts'
import { updateSeries } from './series/update-series.ts'
import { createSnippet } from './snippets/create-snippet.ts'
import { deleteSnippet } from './snippets/delete-snippet.ts'
import { listSnippets } from './snippets/list-snippets.ts'
import { updateSnippet } from './snippets/update-snippet.ts'
import { getStats } from './stats/get-stats.ts'

import { getUtmTemplates } from './utm/get-utm-templates.ts'
import { setUtmTemplates } from './utm/set-utm-templates.ts'
import { createWebhook } from './webhooks/create-webhook.ts'
import { deleteWebhook } from './webhooks/delete-webhook.ts'
import { listWebhookSends } from './webhooks/list-webhook-sends.ts'
import { listWebhooks } from './webhooks/list-webhooks.ts'
import { manageWebhooks } from './webhooks/manage-webhooks.ts'
import { redeliverSend } from './webhooks/redeliver-send.ts'
import { redeliverWebhook } from './webhooks/redeliver-webhook.ts'
import { rotateWebhookSecret } from './webhooks/rotate-webhook-secret.ts'
import { testWebhook } from './webhooks/test-webhook.ts'
import { updateWebhook } from './webhooks/update-webhook.ts'

/** Everything a caller may ask. REST, MCP, OpenAPI and the docs are read off this list. */
export const operations: readonly Operation[] = [
  schedulePost,
  schedulePosts,
  importPosts,
  updatePost,
  updatePosts,
  getPost,
  getPostRevision,
  listPosts,
  exportPosts,
  publishNow,
  retryPost,
  duplicatePost,
  cancelPost,
  deletePost,
  restorePost,
  unpublishPost,
  editPublishedPost,
  listApprovals,
  approvePost,
  declinePost,
  undoToday,
  uploadMedia,
  listMedia,
  getMedia,
  downloadMedia,
  deriveMedia,
  updateMedia,
  deleteMedia,
  restoreMedia,
  replaceMedia,
  updateManyMedia,
  getLibrary,
  openUpload,
  getUpload,
  uploadChunk,
  completeUpload,
  cancelUpload,
  getQueueSlots,
  listCalendar,
  listQueues,
  createQueue,
  updateQueue,
  deleteQueue,
  listSnippets,
  createSnippet,
  updateSnippet,
  deleteSnippet,
  createSeries,
  listSeries,
  getSeries,
  previewSeries,
  updateSeries,
  pauseSeries,
  resumeSeries,
  skipOccurrence,
  endSeries,
  readSeries,
  manageSeries,
  pausePublishing,
  resumePublishing,
  getAccounts,
  reconnectAccount,
  getAccountChoices,
  findPeople,
  disconnectAccount,
  listAccountSets,
  createAccountSet,
  updateAccountSet,
  deleteAccountSet,
  listLabels,
  renameLabel,
  deleteLabel,
  getUtmTemplates,
  setUtmTemplates,
  listCalendars,
  createCalendar,
  revokeCalendar,
  previewLink,
  getCapabilities,
  getStats,
  getAnalytics,
  getAnalyticsTimelines,
  listPostAnalytics,
  getBestTimes,
  getAudience,
  listEvents,
  listActivity,
  listWebhooks,
  createWebhook,
  updateWebhook,
  deleteWebhook,
  testWebhook,
  rotateWebhookSecret,
  listWebhookSends,
  redeliverSend,
  redeliverWebhook,
  manageWebhooks,
  listApiKeys,
  createApiKey,
  updateApiKey,
  revokeApiKey,
  manageApiKeys,
]
