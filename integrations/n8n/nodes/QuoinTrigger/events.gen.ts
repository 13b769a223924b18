// Generated from the endpoint declarations by `npm run gen`: change those, not this.
import type { INodeProperties } from 'n8n-workflow'

export const properties: INodeProperties[] = [
  {
    displayName: "Events",
    name: "events",
    type: "multiOptions",
    required: true,
    default: [
      "*"
    ],
    description: "Events that start the workflow",
    options: [
      {
        name: "Account Connected",
        value: "account.connected"
      },
      {
        name: "Account Disconnected",
        value: "account.disconnected"
      },
      {
        name: "Account Expiring",
        value: "account.expiring"
      },
      {
        name: "All",
        value: "*"
      },
      {
        name: "Comment Received",
        value: "comment.received"
      },
      {
        name: "Credits Low",
        value: "credits.low"
      },
      {
        name: "Media Failed",
        value: "media.failed"
      },
      {
        name: "Media Ready",
        value: "media.ready"
      },
      {
        name: "Message Received",
        value: "message.received"
      },
      {
        name: "Message Status Changed",
        value: "message.status_changed"
      },
      {
        name: "Post Failed",
        value: "post.failed"
      },
      {
        name: "Post Published",
        value: "post.published"
      },
      {
        name: "Review New",
        value: "review.new"
      },
      {
        name: "Template Status Changed",
        value: "template.status_changed"
      }
    ]
  }
]
