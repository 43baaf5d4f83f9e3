import { refund } from '#store/usage.ts'
import type { Context } from '../../context.ts'
import type { Whole } from './moves.ts'

/** Gives the charge back when nothing was ever tried; answers the month that stays charged. */
export async function refundable({ post, deliveries }: Whole, context: Context) {
  if (!post.charged_month || deliveries.some(({ attempt }) => attempt > 0))
    return post.charged_month
  await refund(context, post.charged_month)
  return null
}
