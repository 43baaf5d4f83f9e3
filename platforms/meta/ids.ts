import type { Answer } from '../kit/http.ts'

/**
 * Meta's description calls some ids numbers (`user_id: int` of Instagram's own login, 2026-04-15; the places of Threads,
 * 2026-07-02), and its examples show strings: long ones keep their digits either way. Within a string the quotation marks
 * behind a name would be escaped.
 */
export function withIds(answer: Answer): Answer {
  const text = answer.text.replace(/"(\w*id)"\s*:\s*(\d{16,})(?=\s*[,}\]])/g, '"$1":"$2"')
  return text === answer.text ? answer : { ...answer, text, json: JSON.parse(text) }
}
