/** A tool that is several endpoints: which one a call means, and what the endpoints cannot say of it. */
export interface CombinedTool {
  readonly text: string
  /** The argument whose value is the `when` of an endpoint; or `id`: the prefix of the id is it. */
  readonly choose: { readonly argument: string; readonly text: string } | 'id'
}

/** Endpoints belong to these by the name in their mark. */
export const COMBINED: Readonly<Record<string, CombinedTool>> = {
  inbox_list: {
    text: 'What people wrote, newest first: comments under posts, private conversations, or reviews. Read one with inbox_thread, answer with inbox_reply.',
    choose: { argument: 'kind', text: 'What to list.' },
  },
  inbox_thread: {
    text: 'One comment, one conversation with its messages, or one review, by the id of inbox_list.',
    choose: 'id',
  },
  inbox_reply: {
    text: 'Answers a comment (in public), a conversation (in private) or a review (in public, replacing an earlier reply), by its id. Show the text to the user first.',
    choose: 'id',
  },
  analytics_get: {
    text: 'Numbers of the platforms. `summary`: all accounts together; `account`: one account by day; `posts`: posts by their ids; `top_posts`: the best by one metric.',
    choose: { argument: 'of', text: 'Which numbers.' },
  },
  data_estimate: {
    text: 'Says what a paid tool costs at most with the same inputs. Free, and runs nothing. Use the answer as `max_credits`.',
    choose: { argument: 'tool', text: 'The paid tool.' },
  },
  jobs_start: {
    text: 'Runs paid lookups in the background: `one` takes `query` or `filters`; `many` takes exactly one of `queries` and `csv_text`, or the `filters` of a search. Credits are held at once, and charged as results are found. Follow it with jobs_get.',
    choose: { argument: 'kind', text: 'One question, or a list.' },
  },
  jobs_get: {
    text: 'State and results of a job, by the id of jobs_start. While it runs, wait some seconds between calls.',
    choose: 'id',
  },
}
