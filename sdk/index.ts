/** A typed client of a Crier service. Everything the REST API can do is a method, named as in its documentation. */
export type { CallOptions, ClientOptions } from './client.ts'
export { CrierError } from './error.ts'
export * from './generated.ts'
export type { Feed, FeedOf, PageOf, Pages } from './pages.ts'
export { UploadRefused } from './upload-call.ts'
export {
  type Upload,
  upload,
  type UploadedMedia,
  type UploadOptions,
  type UploadSource,
} from './uploading.ts'
