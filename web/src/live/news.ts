/** What a page hears of what changes. */
export interface Happened {
  id: string
  type: string
  post_id: number | null
  delivery_id: number | null
  account_id: number | null
  media_id: number | null
  updated_at: string | null
}

export interface Moved {
  post_id: number
  delivery_id: number
  account_id: number
  is: 'sending' | 'looking' | 'over'
}

/** On its way to the service, from wherever. */
export interface Upload {
  upload_id: string
  is: 'uploading' | 'examining'
  received_bytes: number
  size_bytes: number
}

export type News =
  | { kind: 'events'; events: Happened[]; cursor: string }
  /** `uploads`: all of them; missing where they are as they were. */
  | { kind: 'under_way'; deliveries: Moved[]; uploads?: Upload[] }
  | { kind: 'resync'; cursor: string | undefined }
  | { kind: 'state'; live: boolean }
