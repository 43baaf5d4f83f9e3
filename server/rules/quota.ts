/** The month in which a post is charged, and when the count starts again. */
export function monthOf(time: Date): string {
  return `${time.toISOString().slice(0, 7)}-01`
}

export function resetsAt(time: Date): string {
  return new Date(Date.UTC(time.getUTCFullYear(), time.getUTCMonth() + 1, 1)).toISOString()
}
