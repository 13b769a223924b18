/** A tool that combines several endpoints: how a call chooses one, and texts that the endpoints do not have. */
export interface CombinedTool {
  readonly text: string
  /** The argument whose value is the `when` of an endpoint; or `id`, if the prefix of the id decides. */
  readonly choose: { readonly argument: string; readonly text: string } | 'id'
}

/** The combined tools. Endpoints refer to them by name in their mark. */
export const COMBINED: Readonly<Record<string, CombinedTool>> = {
  inbox_list: {
    text: 'The inbox, newest first: comments under posts, private conversations, or reviews. Read one with inbox_thread, reply with inbox_reply.',
    choose: { argument: 'kind', text: 'What to list.' },
  },
  inbox_thread: {
    text: 'One comment, one conversation with its messages, or one review, by its id from inbox_list.',
    choose: 'id',
  },
  inbox_reply: {
    text: 'Replies to a comment (in public), a conversation (in private) or a review (in public, replacing an earlier reply), by its id. Show the text to the user first.',
    choose: 'id',
  },
  analytics_get: {
    text: 'Metrics from the platforms. `summary`: all accounts together; `account`: one account by day; `posts`: posts by their ids; `top_posts`: the best by one metric.',
    choose: { argument: 'of', text: 'Which numbers.' },
  },
  data_estimate: {
    text: 'Returns the maximum cost of a paid tool with the same inputs. Free, and runs nothing. Use the result as `max_credits`.',
    choose: { argument: 'tool', text: 'The paid tool.' },
  },
  jobs_start: {
    text: 'Runs paid lookups in the background: `one` takes `query` or `filters`; `many` takes exactly one of `queries` and `csv_text`, or the `filters` of a search. Credits are held at once, and charged as results are found. Follow it with jobs_get.',
    choose: { argument: 'kind', text: 'One question, or a list.' },
  },
  jobs_get: {
    text: 'State and results of a job, by its id from jobs_start. While it runs, wait a few seconds between calls.',
    choose: 'id',
  },
}
