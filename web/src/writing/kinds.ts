/** What the library takes, by the ends of names; browsers know no type of some. */
export const extensions = /\.(jpe?g|png|gif|webp|mp4|mov|webm|m4v|mp3|wav|m4a|aac|pdf|srt|vtt)$/i
