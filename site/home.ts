/** The first page. */
export const home = `# Crier

Publishes posts to social accounts, now, at a time or in the next slot of the week, for programs over a REST API, for AI clients over MCP, and for people at a dashboard. It runs on your own machine and keeps one promise: **a post is never published twice and never silently lost.**

![A week in the calendar: posts with their times, accounts and pictures, and open places of the posting schedule.](/pictures/calendar.webp)

- **[Start in five minutes](/start)**, without an account anywhere: ten emulated platforms come with it.
- **[Install it](/install)**: a clone, one file, a container; behind a proxy; with systemd.
- **Connect your accounts**, click by click, with what it costs and what works before a review: [Bluesky](/platforms/bluesky), [Facebook](/platforms/facebook), [Google Business Profile](/platforms/google_business), [Instagram](/platforms/instagram), [LinkedIn](/platforms/linkedin), [Pinterest](/platforms/pinterest), [Threads](/platforms/threads), [TikTok](/platforms/tiktok), [X](/platforms/x), [YouTube](/platforms/youtube).
- **Use it**: [the dashboard](/dashboard), [posts](/posts), [media](/media), [schedule](/schedule), [series](/series), [analytics](/analytics).
- **Write programs**: [every operation](/api/), [every refusal](/errors/), [every code](/codes/), the [SDK](/sdk), [webhooks](/webhooks), [events](/events).
- **Bring your AI client**: [the lines for each](/mcp).
- **Run it**: [configuration](/configuration), [backups](/data), [metrics](/metrics), [upgrading](/upgrade).
- **What is promised**, and how it is kept: [delivery guarantees](/delivery-guarantees).

For language models: \`/llms.txt\` lists all pages, and \`/llms-full.txt\` has them in one text.
`
