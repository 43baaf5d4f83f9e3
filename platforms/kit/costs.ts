/** What a platform asks its developers for publishing, as it publishes its prices. */

/** The part of a manifest. Absent: posts there cost nothing. */
export interface Costing {
  costs?: Costs
}

export interface Costs {
  /** When the prices were read. */
  as_of: string
  /** In thousandths of a US dollar: of a post without a link, of one with any, and of what is said of a picture in it. */
  post: number
  with_link: number
  alt_text: number
  /** Whether the platform sees a link in it. */
  has_link(text: string): boolean
  /** Whether what is said of the file is sent there. */
  takes_alt_text(file: { mime_type: string }): boolean
}
