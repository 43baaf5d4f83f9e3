/** What a client tells its model before anything is called. */
export const instructions =
  'Crier publishes posts to connected social accounts. Start with get_accounts for account ids, and get_capabilities for limits and platform rules. schedule_post needs `when`: draft, now, next_slot or an ISO 8601 time. Publishing goes on in the background: poll get_post (its `wait` saves polling) until no account is pending or publishing. A channel that is blocked waits for a person; retry_post sends failed channels again. A post with awaiting_approval in its warnings waits for a person to approve it.'
