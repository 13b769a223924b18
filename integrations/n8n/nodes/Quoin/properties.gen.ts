// Generated from the endpoint declarations by `npm run gen`: change those, not this.
import type { INodeProperties } from 'n8n-workflow'

export const properties: INodeProperties[] = [
  {
    displayName: "Resource",
    name: "resource",
    type: "options",
    noDataExpression: true,
    options: [
      {
        name: "Account",
        value: "account"
      },
      {
        name: "Action",
        value: "action"
      },
      {
        name: "Analytics",
        value: "analytics"
      },
      {
        name: "API Key",
        value: "apiKey"
      },
      {
        name: "Branding",
        value: "branding"
      },
      {
        name: "Bulk Job",
        value: "bulkJob"
      },
      {
        name: "Comment",
        value: "comment"
      },
      {
        name: "Connection",
        value: "connection"
      },
      {
        name: "Conversation",
        value: "conversation"
      },
      {
        name: "Credit",
        value: "credit"
      },
      {
        name: "Data",
        value: "data"
      },
      {
        name: "Data Job",
        value: "dataJob"
      },
      {
        name: "Demo Data",
        value: "demoData"
      },
      {
        name: "Event",
        value: "event"
      },
      {
        name: "Home",
        value: "home"
      },
      {
        name: "Media",
        value: "media"
      },
      {
        name: "Message",
        value: "message"
      },
      {
        name: "Platform",
        value: "platform"
      },
      {
        name: "Portal Link",
        value: "portalLink"
      },
      {
        name: "Post",
        value: "post"
      },
      {
        name: "Pricing",
        value: "pricing"
      },
      {
        name: "Profile",
        value: "profile"
      },
      {
        name: "Purchase",
        value: "purchase"
      },
      {
        name: "Request",
        value: "request"
      },
      {
        name: "Review",
        value: "review"
      },
      {
        name: "Sandbox",
        value: "sandbox"
      },
      {
        name: "Saved Search",
        value: "savedSearch"
      },
      {
        name: "Suppression",
        value: "suppression"
      },
      {
        name: "Template",
        value: "template"
      },
      {
        name: "Webhook",
        value: "webhook"
      },
      {
        name: "Webhook Delivery",
        value: "webhookDelivery"
      },
      {
        name: "Workflow",
        value: "workflow"
      }
    ],
    default: "post"
  },
  {
    displayName: "Operation",
    name: "operation",
    type: "options",
    noDataExpression: true,
    displayOptions: {
      show: {
        resource: [
          "home"
        ]
      }
    },
    options: [
      {
        name: "Summary",
        value: "summary",
        action: "Read the overview of a workspace",
        description: "One call for an overview page instead of many lists. Counts stop at 1000.",
        routing: {
          request: {
            method: "GET",
            url: "/v1/home"
          }
        }
      }
    ],
    default: "summary"
  },
  {
    displayName: "Operation",
    name: "operation",
    type: "options",
    noDataExpression: true,
    displayOptions: {
      show: {
        resource: [
          "apiKey"
        ]
      }
    },
    options: [
      {
        name: "Create",
        value: "create",
        action: "Create an API key",
        description: "The response has the full key in key, which is shown only once. The key acts for the member who creates it, by session or by key: it never allows more than they may do, and ends when they leave the workspace. A key cannot mint a stronger one: a key that expires mints only keys that expire no later, and a key with a budget only keys that spend nothing (monthly_budget: 0, or mode: test). Returns 409 when the workspace has the maximum number of keys.",
        routing: {
          request: {
            method: "POST",
            url: "/v1/api-keys",
            headers: {
              "Idempotency-Key": "=n8n-{{ $execution.id }}-{{ $nodeId }}-{{ $runIndex }}-{{ $itemIndex }}"
            }
          }
        }
      },
      {
        name: "Get",
        value: "get",
        action: "Read one API key",
        description: "Read one API key",
        routing: {
          request: {
            method: "GET",
            url: "=/v1/api-keys/{{ encodeURIComponent($parameter[\"id\"]) }}"
          }
        }
      },
      {
        name: "Get Many",
        value: "getAll",
        action: "List API keys",
        description: "List API keys, newest first",
        routing: {
          request: {
            method: "GET",
            url: "/v1/api-keys"
          },
          output: {
            postReceive: [
              {
                type: "rootProperty",
                properties: {
                  property: "data"
                }
              }
            ]
          }
        }
      },
      {
        name: "Revoke",
        value: "revoke",
        action: "Revoke an API key",
        description: "Keys that it minted keep working, so a key can be replaced by one that it minted. The last key of a workspace can be revoked too; the operator then creates a new one with quoin-server keys create.",
        routing: {
          request: {
            method: "DELETE",
            url: "=/v1/api-keys/{{ encodeURIComponent($parameter[\"id\"]) }}",
            headers: {
              "Idempotency-Key": "=n8n-{{ $execution.id }}-{{ $nodeId }}-{{ $runIndex }}-{{ $itemIndex }}"
            }
          }
        }
      },
      {
        name: "Update",
        value: "update",
        action: "Change an API key",
        description: "Changes only the fields in the body, at once and everywhere; null removes the budget or the expiry. Any key can be made weaker. It cannot be made stronger than the key that changes it, by the rules of creation, and only owners can make an owner's key stronger. A budget counts spending from the time the key first has one in the month. Returns 409 for a revoked or expired key.",
        routing: {
          request: {
            method: "PATCH",
            url: "=/v1/api-keys/{{ encodeURIComponent($parameter[\"id\"]) }}",
            headers: {
              "Idempotency-Key": "=n8n-{{ $execution.id }}-{{ $nodeId }}-{{ $runIndex }}-{{ $itemIndex }}"
            }
          }
        }
      }
    ],
    default: "create"
  },
  {
    displayName: "Additional Fields",
    name: "additionalFields",
    type: "collection",
    placeholder: "Add Field",
    default: {},
    displayOptions: {
      show: {
        resource: [
          "apiKey"
        ],
        operation: [
          "create"
        ]
      }
    },
    options: [
      {
        displayName: "Expires At",
        name: "expires_at",
        type: "dateTime",
        default: "",
        description: "ISO 8601 with a time zone",
        routing: {
          send: {
            type: "body",
            property: "expires_at"
          }
        }
      },
      {
        displayName: "Mode",
        name: "mode",
        type: "options",
        options: [
          {
            name: "Live",
            value: "live"
          },
          {
            name: "Test",
            value: "test"
          }
        ],
        default: "live",
        routing: {
          send: {
            type: "body",
            property: "mode"
          }
        }
      },
      {
        displayName: "Monthly Budget",
        name: "monthly_budget",
        type: "number",
        default: 0,
        typeOptions: {
          minValue: 0,
          maxValue: 1000000000
        },
        routing: {
          send: {
            type: "body",
            property: "monthly_budget"
          }
        }
      },
      {
        displayName: "Name",
        name: "name",
        type: "string",
        default: "",
        routing: {
          send: {
            type: "body",
            property: "name"
          }
        }
      },
      {
        displayName: "Permission",
        name: "permission",
        type: "options",
        options: [
          {
            name: "Read",
            value: "read"
          },
          {
            name: "Read Write",
            value: "read_write"
          }
        ],
        default: "read_write",
        routing: {
          send: {
            type: "body",
            property: "permission"
          }
        }
      },
      {
        displayName: "Profile IDs",
        name: "profile_ids",
        type: "string",
        default: "",
        description: "Separated by commas",
        routing: {
          send: {
            type: "body",
            property: "profile_ids",
            value: "={{ Array.isArray($value) ? $value : String($value).split(',').map((part) => part.trim()) }}"
          }
        }
      },
      {
        displayName: "Scope",
        name: "scope",
        type: "options",
        options: [
          {
            name: "Full",
            value: "full"
          },
          {
            name: "Profiles",
            value: "profiles"
          }
        ],
        default: "full",
        routing: {
          send: {
            type: "body",
            property: "scope"
          }
        }
      }
    ]
  },
  {
    displayName: "Return All",
    name: "returnAll",
    type: "boolean",
    default: false,
    description: "Whether to return all results or only up to a given limit",
    displayOptions: {
      show: {
        resource: [
          "apiKey"
        ],
        operation: [
          "getAll"
        ]
      }
    },
    routing: {
      send: {
        paginate: "={{ $value }}",
        type: "query",
        property: "limit",
        value: "={{ $value ? 100 : undefined }}"
      },
      operations: {
        pagination: {
          type: "generic",
          properties: {
            continue: "={{ !!$response.body?.next_cursor }}",
            request: {
              url: "={{ $request.url + ($response.body?.next_cursor ? '?cursor=' + encodeURIComponent($response.body.next_cursor) : '') }}"
            }
          }
        }
      }
    }
  },
  {
    displayName: "Limit",
    name: "limit",
    type: "number",
    typeOptions: {
      minValue: 1,
      maxValue: 100
    },
    default: 50,
    description: "Max number of results to return",
    displayOptions: {
      show: {
        resource: [
          "apiKey"
        ],
        operation: [
          "getAll"
        ],
        returnAll: [
          false
        ]
      }
    },
    routing: {
      send: {
        type: "query",
        property: "limit"
      },
      output: {
        maxResults: "={{ $value }}"
      }
    }
  },
  {
    displayName: "Filters",
    name: "filters",
    type: "collection",
    placeholder: "Add Field",
    default: {},
    displayOptions: {
      show: {
        resource: [
          "apiKey"
        ],
        operation: [
          "getAll"
        ]
      }
    },
    options: [
      {
        displayName: "Include",
        name: "include",
        type: "options",
        options: [
          {
            name: "Spend",
            value: "spend"
          }
        ],
        default: "spend",
        description: "Spend adds spent_this_month, the sum of the month's charges",
        routing: {
          send: {
            type: "query",
            property: "include"
          }
        }
      },
      {
        displayName: "Mode",
        name: "mode",
        type: "options",
        options: [
          {
            name: "Live",
            value: "live"
          },
          {
            name: "Test",
            value: "test"
          }
        ],
        default: "live",
        routing: {
          send: {
            type: "query",
            property: "mode"
          }
        }
      },
      {
        displayName: "Status",
        name: "status",
        type: "options",
        options: [
          {
            name: "Active",
            value: "active"
          },
          {
            name: "Expired",
            value: "expired"
          },
          {
            name: "Revoked",
            value: "revoked"
          }
        ],
        default: "active",
        routing: {
          send: {
            type: "query",
            property: "status"
          }
        }
      }
    ]
  },
  {
    displayName: "API Key ID",
    name: "id",
    type: "string",
    required: true,
    default: "",
    displayOptions: {
      show: {
        resource: [
          "apiKey"
        ],
        operation: [
          "get"
        ]
      }
    }
  },
  {
    displayName: "Filters",
    name: "filters",
    type: "collection",
    placeholder: "Add Field",
    default: {},
    displayOptions: {
      show: {
        resource: [
          "apiKey"
        ],
        operation: [
          "get"
        ]
      }
    },
    options: [
      {
        displayName: "Include",
        name: "include",
        type: "options",
        options: [
          {
            name: "Spend",
            value: "spend"
          }
        ],
        default: "spend",
        description: "Spend adds spent_this_month, the sum of the month's charges",
        routing: {
          send: {
            type: "query",
            property: "include"
          }
        }
      }
    ]
  },
  {
    displayName: "API Key ID",
    name: "id",
    type: "string",
    required: true,
    default: "",
    displayOptions: {
      show: {
        resource: [
          "apiKey"
        ],
        operation: [
          "update"
        ]
      }
    }
  },
  {
    displayName: "Additional Fields",
    name: "additionalFields",
    type: "collection",
    placeholder: "Add Field",
    default: {},
    displayOptions: {
      show: {
        resource: [
          "apiKey"
        ],
        operation: [
          "update"
        ]
      }
    },
    options: [
      {
        displayName: "Expires At",
        name: "expires_at",
        type: "dateTime",
        default: "",
        description: "ISO 8601 with a time zone",
        routing: {
          send: {
            type: "body",
            property: "expires_at"
          }
        }
      },
      {
        displayName: "Monthly Budget",
        name: "monthly_budget",
        type: "number",
        default: 0,
        typeOptions: {
          minValue: 0,
          maxValue: 1000000000
        },
        routing: {
          send: {
            type: "body",
            property: "monthly_budget"
          }
        }
      },
      {
        displayName: "Name",
        name: "name",
        type: "string",
        default: "",
        routing: {
          send: {
            type: "body",
            property: "name"
          }
        }
      },
      {
        displayName: "Permission",
        name: "permission",
        type: "options",
        options: [
          {
            name: "Read",
            value: "read"
          },
          {
            name: "Read Write",
            value: "read_write"
          }
        ],
        default: "read",
        routing: {
          send: {
            type: "body",
            property: "permission"
          }
        }
      }
    ]
  },
  {
    displayName: "API Key ID",
    name: "id",
    type: "string",
    required: true,
    default: "",
    displayOptions: {
      show: {
        resource: [
          "apiKey"
        ],
        operation: [
          "revoke"
        ]
      }
    }
  },
  {
    displayName: "Operation",
    name: "operation",
    type: "options",
    noDataExpression: true,
    displayOptions: {
      show: {
        resource: [
          "branding"
        ]
      }
    },
    options: [
      {
        name: "Get",
        value: "get",
        action: "Read the branding of pages for your own customers",
        description: "Read the branding of pages for your own customers",
        routing: {
          request: {
            method: "GET",
            url: "/v1/branding"
          }
        }
      },
      {
        name: "Put",
        value: "put",
        action: "Set the name",
        description: "The branding is shown on the page where people connect accounts, and on the pages of portal links. Null means the workspace's name, the default color, or no logo.",
        routing: {
          request: {
            method: "PUT",
            url: "/v1/branding",
            headers: {
              "Idempotency-Key": "=n8n-{{ $execution.id }}-{{ $nodeId }}-{{ $runIndex }}-{{ $itemIndex }}"
            }
          }
        }
      }
    ],
    default: "get"
  },
  {
    displayName: "Name",
    name: "name",
    type: "string",
    default: "",
    description: "Shown instead of the workspace's name",
    routing: {
      send: {
        type: "body",
        property: "name"
      }
    },
    required: true,
    displayOptions: {
      show: {
        resource: [
          "branding"
        ],
        operation: [
          "put"
        ]
      }
    }
  },
  {
    displayName: "Color",
    name: "color",
    type: "color",
    default: "",
    description: "The button color, such as #1a56db. White text on it must be readable: the contrast must be at least 4.5:1.",
    routing: {
      send: {
        type: "body",
        property: "color"
      }
    },
    required: true,
    displayOptions: {
      show: {
        resource: [
          "branding"
        ],
        operation: [
          "put"
        ]
      }
    }
  },
  {
    displayName: "Logo URL",
    name: "logo_url",
    type: "string",
    default: "",
    description: "An image served over HTTPS. Your customers' browsers load it from there.",
    routing: {
      send: {
        type: "body",
        property: "logo_url"
      }
    },
    required: true,
    displayOptions: {
      show: {
        resource: [
          "branding"
        ],
        operation: [
          "put"
        ]
      }
    }
  },
  {
    displayName: "Operation",
    name: "operation",
    type: "options",
    noDataExpression: true,
    displayOptions: {
      show: {
        resource: [
          "portalLink"
        ]
      }
    },
    options: [
      {
        name: "Create",
        value: "create",
        action: "Create a link to pages for one of your own customers",
        description: "Anyone who has the link can use its pages until it expires, and nothing else. connect lets them connect accounts to a profile. webhooks shows webhook endpoints and their deliveries, rotates secrets, sends test events and redrives. report shows the analytics of the profile, or of the workspace. The pages show your branding. Give the link only to its customer. It ends with the key or the member that created it.",
        routing: {
          request: {
            method: "POST",
            url: "/v1/portal-links",
            headers: {
              "Idempotency-Key": "=n8n-{{ $execution.id }}-{{ $nodeId }}-{{ $runIndex }}-{{ $itemIndex }}"
            }
          }
        }
      },
      {
        name: "Current",
        value: "current",
        action: "Read the pages and the branding of the calling link",
        description: "Only for portal links, which send their token as Authorization: Bearer ql_",
        routing: {
          request: {
            method: "GET",
            url: "/v1/portal-links/current"
          }
        }
      },
      {
        name: "Get",
        value: "get",
        action: "Read a portal link",
        description: "Read a portal link; its URL is not shown again",
        routing: {
          request: {
            method: "GET",
            url: "=/v1/portal-links/{{ encodeURIComponent($parameter[\"id\"]) }}"
          }
        }
      },
      {
        name: "Get Many",
        value: "getAll",
        action: "List portal links of the last days",
        description: "List portal links of the last days, newest first",
        routing: {
          request: {
            method: "GET",
            url: "/v1/portal-links"
          },
          output: {
            postReceive: [
              {
                type: "rootProperty",
                properties: {
                  property: "data"
                }
              }
            ]
          }
        }
      },
      {
        name: "Revoke",
        value: "revoke",
        action: "Revoke a portal link",
        description: "Revoke a portal link, at once and everywhere",
        routing: {
          request: {
            method: "DELETE",
            url: "=/v1/portal-links/{{ encodeURIComponent($parameter[\"id\"]) }}",
            headers: {
              "Idempotency-Key": "=n8n-{{ $execution.id }}-{{ $nodeId }}-{{ $runIndex }}-{{ $itemIndex }}"
            }
          }
        }
      }
    ],
    default: "create"
  },
  {
    displayName: "Pages",
    name: "pages",
    type: "multiOptions",
    options: [
      {
        name: "Connect",
        value: "connect"
      },
      {
        name: "Report",
        value: "report"
      },
      {
        name: "Webhooks",
        value: "webhooks"
      }
    ],
    default: [],
    routing: {
      send: {
        type: "body",
        property: "pages"
      }
    },
    required: true,
    displayOptions: {
      show: {
        resource: [
          "portalLink"
        ],
        operation: [
          "create"
        ]
      }
    }
  },
  {
    displayName: "Additional Fields",
    name: "additionalFields",
    type: "collection",
    placeholder: "Add Field",
    default: {},
    displayOptions: {
      show: {
        resource: [
          "portalLink"
        ],
        operation: [
          "create"
        ]
      }
    },
    options: [
      {
        displayName: "Expires In",
        name: "expires_in",
        type: "number",
        default: 3600,
        typeOptions: {
          minValue: 60,
          maxValue: 7776000
        },
        description: "Seconds: at most a day, or 90 days if the only page is report",
        routing: {
          send: {
            type: "body",
            property: "expires_in"
          }
        }
      },
      {
        displayName: "Profile ID",
        name: "profile_id",
        type: "string",
        default: "",
        description: "The profile that it is limited to",
        routing: {
          send: {
            type: "body",
            property: "profile_id"
          }
        }
      },
      {
        displayName: "Webhook IDs",
        name: "webhook_ids",
        type: "string",
        default: "",
        description: "Separated by commas",
        routing: {
          send: {
            type: "body",
            property: "webhook_ids",
            value: "={{ Array.isArray($value) ? $value : String($value).split(',').map((part) => part.trim()) }}"
          }
        }
      }
    ]
  },
  {
    displayName: "Return All",
    name: "returnAll",
    type: "boolean",
    default: false,
    description: "Whether to return all results or only up to a given limit",
    displayOptions: {
      show: {
        resource: [
          "portalLink"
        ],
        operation: [
          "getAll"
        ]
      }
    },
    routing: {
      send: {
        paginate: "={{ $value }}",
        type: "query",
        property: "limit",
        value: "={{ $value ? 100 : undefined }}"
      },
      operations: {
        pagination: {
          type: "generic",
          properties: {
            continue: "={{ !!$response.body?.next_cursor }}",
            request: {
              url: "={{ $request.url + ($response.body?.next_cursor ? '?cursor=' + encodeURIComponent($response.body.next_cursor) : '') }}"
            }
          }
        }
      }
    }
  },
  {
    displayName: "Limit",
    name: "limit",
    type: "number",
    typeOptions: {
      minValue: 1,
      maxValue: 100
    },
    default: 50,
    description: "Max number of results to return",
    displayOptions: {
      show: {
        resource: [
          "portalLink"
        ],
        operation: [
          "getAll"
        ],
        returnAll: [
          false
        ]
      }
    },
    routing: {
      send: {
        type: "query",
        property: "limit"
      },
      output: {
        maxResults: "={{ $value }}"
      }
    }
  },
  {
    displayName: "Portal Link ID",
    name: "id",
    type: "string",
    required: true,
    default: "",
    displayOptions: {
      show: {
        resource: [
          "portalLink"
        ],
        operation: [
          "get"
        ]
      }
    }
  },
  {
    displayName: "Portal Link ID",
    name: "id",
    type: "string",
    required: true,
    default: "",
    displayOptions: {
      show: {
        resource: [
          "portalLink"
        ],
        operation: [
          "revoke"
        ]
      }
    }
  },
  {
    displayName: "Operation",
    name: "operation",
    type: "options",
    noDataExpression: true,
    displayOptions: {
      show: {
        resource: [
          "profile"
        ]
      }
    },
    options: [
      {
        name: "Create",
        value: "create",
        action: "Create a profile",
        description: "A profile groups the social accounts of one brand, customer or person",
        routing: {
          request: {
            method: "POST",
            url: "/v1/profiles",
            headers: {
              "Idempotency-Key": "=n8n-{{ $execution.id }}-{{ $nodeId }}-{{ $runIndex }}-{{ $itemIndex }}"
            }
          }
        }
      },
      {
        name: "Delete",
        value: "delete",
        action: "Delete a profile",
        description: "Returns the deleted profile. Refused while accounts are connected to it. The data of disconnected accounts is deleted with it.",
        routing: {
          request: {
            method: "DELETE",
            url: "=/v1/profiles/{{ encodeURIComponent($parameter[\"id\"]) }}",
            headers: {
              "Idempotency-Key": "=n8n-{{ $execution.id }}-{{ $nodeId }}-{{ $runIndex }}-{{ $itemIndex }}"
            }
          }
        }
      },
      {
        name: "Get",
        value: "get",
        action: "Read one profile",
        description: "Read one profile",
        routing: {
          request: {
            method: "GET",
            url: "=/v1/profiles/{{ encodeURIComponent($parameter[\"id\"]) }}"
          }
        }
      },
      {
        name: "Get Many",
        value: "getAll",
        action: "List profiles",
        description: "List profiles, newest first",
        routing: {
          request: {
            method: "GET",
            url: "/v1/profiles"
          },
          output: {
            postReceive: [
              {
                type: "rootProperty",
                properties: {
                  property: "data"
                }
              }
            ]
          }
        }
      },
      {
        name: "Replace",
        value: "replace",
        action: "Replace a profile",
        description: "Omitted fields become empty",
        routing: {
          request: {
            method: "PUT",
            url: "=/v1/profiles/{{ encodeURIComponent($parameter[\"id\"]) }}",
            headers: {
              "Idempotency-Key": "=n8n-{{ $execution.id }}-{{ $nodeId }}-{{ $runIndex }}-{{ $itemIndex }}"
            }
          }
        }
      }
    ],
    default: "create"
  },
  {
    displayName: "Name",
    name: "name",
    type: "string",
    default: "",
    routing: {
      send: {
        type: "body",
        property: "name"
      }
    },
    required: true,
    displayOptions: {
      show: {
        resource: [
          "profile"
        ],
        operation: [
          "create"
        ]
      }
    }
  },
  {
    displayName: "Additional Fields",
    name: "additionalFields",
    type: "collection",
    placeholder: "Add Field",
    default: {},
    displayOptions: {
      show: {
        resource: [
          "profile"
        ],
        operation: [
          "create"
        ]
      }
    },
    options: [
      {
        displayName: "External Ref",
        name: "external_ref",
        type: "string",
        default: "",
        routing: {
          send: {
            type: "body",
            property: "external_ref"
          }
        }
      },
      {
        displayName: "Metadata",
        name: "metadata",
        type: "json",
        default: "{}",
        description: "Free-form; returned as sent. At most 16 KiB as JSON.",
        routing: {
          send: {
            type: "body",
            property: "metadata",
            value: "={{ typeof $value === 'string' ? JSON.parse($value) : $value }}"
          }
        }
      }
    ]
  },
  {
    displayName: "Return All",
    name: "returnAll",
    type: "boolean",
    default: false,
    description: "Whether to return all results or only up to a given limit",
    displayOptions: {
      show: {
        resource: [
          "profile"
        ],
        operation: [
          "getAll"
        ]
      }
    },
    routing: {
      send: {
        paginate: "={{ $value }}",
        type: "query",
        property: "limit",
        value: "={{ $value ? 100 : undefined }}"
      },
      operations: {
        pagination: {
          type: "generic",
          properties: {
            continue: "={{ !!$response.body?.next_cursor }}",
            request: {
              url: "={{ $request.url + ($response.body?.next_cursor ? '?cursor=' + encodeURIComponent($response.body.next_cursor) : '') }}"
            }
          }
        }
      }
    }
  },
  {
    displayName: "Limit",
    name: "limit",
    type: "number",
    typeOptions: {
      minValue: 1,
      maxValue: 100
    },
    default: 50,
    description: "Max number of results to return",
    displayOptions: {
      show: {
        resource: [
          "profile"
        ],
        operation: [
          "getAll"
        ],
        returnAll: [
          false
        ]
      }
    },
    routing: {
      send: {
        type: "query",
        property: "limit"
      },
      output: {
        maxResults: "={{ $value }}"
      }
    }
  },
  {
    displayName: "Profile ID",
    name: "id",
    type: "string",
    required: true,
    default: "",
    displayOptions: {
      show: {
        resource: [
          "profile"
        ],
        operation: [
          "get"
        ]
      }
    }
  },
  {
    displayName: "Profile ID",
    name: "id",
    type: "string",
    required: true,
    default: "",
    displayOptions: {
      show: {
        resource: [
          "profile"
        ],
        operation: [
          "replace"
        ]
      }
    }
  },
  {
    displayName: "Name",
    name: "name",
    type: "string",
    default: "",
    routing: {
      send: {
        type: "body",
        property: "name"
      }
    },
    required: true,
    displayOptions: {
      show: {
        resource: [
          "profile"
        ],
        operation: [
          "replace"
        ]
      }
    }
  },
  {
    displayName: "Additional Fields",
    name: "additionalFields",
    type: "collection",
    placeholder: "Add Field",
    default: {},
    displayOptions: {
      show: {
        resource: [
          "profile"
        ],
        operation: [
          "replace"
        ]
      }
    },
    options: [
      {
        displayName: "External Ref",
        name: "external_ref",
        type: "string",
        default: "",
        routing: {
          send: {
            type: "body",
            property: "external_ref"
          }
        }
      },
      {
        displayName: "Metadata",
        name: "metadata",
        type: "json",
        default: "{}",
        description: "Free-form; returned as sent. At most 16 KiB as JSON.",
        routing: {
          send: {
            type: "body",
            property: "metadata",
            value: "={{ typeof $value === 'string' ? JSON.parse($value) : $value }}"
          }
        }
      }
    ]
  },
  {
    displayName: "Profile ID",
    name: "id",
    type: "string",
    required: true,
    default: "",
    displayOptions: {
      show: {
        resource: [
          "profile"
        ],
        operation: [
          "delete"
        ]
      }
    }
  },
  {
    displayName: "Operation",
    name: "operation",
    type: "options",
    noDataExpression: true,
    displayOptions: {
      show: {
        resource: [
          "credit"
        ]
      }
    },
    options: [
      {
        name: "Auto Topup",
        value: "autoTopup",
        action: "Read auto top up",
        description: "Read auto top-up",
        routing: {
          request: {
            method: "GET",
            url: "/v1/credits/auto-topup"
          }
        }
      },
      {
        name: "Billing",
        value: "billing",
        action: "Read the subscription and auto top up of the workspace",
        description: "A missing subscription or top-up is null. The newest subscription is shown, even if it has ended.",
        routing: {
          request: {
            method: "GET",
            url: "/v1/credits/billing"
          }
        }
      },
      {
        name: "Cancel Subscription",
        value: "cancelSubscription",
        action: "Cancel the subscription at the end of the paid period",
        description: "Until then credits are granted as before; a yearly plan grants them each month. Granted credits remain after the subscription has ended.",
        routing: {
          request: {
            method: "DELETE",
            url: "/v1/credits/subscription",
            headers: {
              "Idempotency-Key": "=n8n-{{ $execution.id }}-{{ $nodeId }}-{{ $runIndex }}-{{ $itemIndex }}"
            }
          }
        }
      },
      {
        name: "Checkout",
        value: "checkout",
        action: "Buy a pack or subscribe to a plan",
        description: "Returns a pending order. Send the buyer to its URL; when that is null, instructions explain how to pay. The credits are granted once, when the order is paid.",
        routing: {
          request: {
            method: "POST",
            url: "/v1/credits/checkout",
            headers: {
              "Idempotency-Key": "=n8n-{{ $execution.id }}-{{ $nodeId }}-{{ $runIndex }}-{{ $itemIndex }}"
            }
          }
        }
      },
      {
        name: "Delete Auto Topup",
        value: "deleteAutoTopup",
        action: "Turn off auto top up",
        description: "Returns the top-up with the status off. A pending order is not canceled.",
        routing: {
          request: {
            method: "DELETE",
            url: "/v1/credits/auto-topup",
            headers: {
              "Idempotency-Key": "=n8n-{{ $execution.id }}-{{ $nodeId }}-{{ $runIndex }}-{{ $itemIndex }}"
            }
          }
        }
      },
      {
        name: "Get",
        value: "get",
        action: "Read the balance",
        description: "Read the balance",
        routing: {
          request: {
            method: "GET",
            url: "/v1/credits"
          }
        }
      },
      {
        name: "Holds",
        value: "holds",
        action: "List open holds",
        description: "The credits that calls and jobs hold now: the individual holds behind held of GET /v1/credits",
        routing: {
          request: {
            method: "GET",
            url: "/v1/credits/holds"
          },
          output: {
            postReceive: [
              {
                type: "rootProperty",
                properties: {
                  property: "data"
                }
              }
            ]
          }
        }
      },
      {
        name: "Ledger",
        value: "ledger",
        action: "List ledger entries",
        description: "Append-only: each entry includes the hash of the previous entry, so that later changes can be detected. Old entries that the operator archived are not listed. format=csv returns the page as a file.",
        routing: {
          request: {
            method: "GET",
            url: "/v1/credits/ledger"
          },
          output: {
            postReceive: [
              {
                type: "rootProperty",
                properties: {
                  property: "data"
                }
              }
            ]
          }
        }
      },
      {
        name: "Orders",
        value: "orders",
        action: "List orders",
        description: "Orders from checkouts, subscription renewals and auto top-up",
        routing: {
          request: {
            method: "GET",
            url: "/v1/credits/orders"
          },
          output: {
            postReceive: [
              {
                type: "rootProperty",
                properties: {
                  property: "data"
                }
              }
            ]
          }
        }
      },
      {
        name: "Set Auto Topup",
        value: "setAutoTopup",
        action: "Buy a pack whenever credits run low",
        description: "When fewer than threshold credits are available after a call, pack_id is bought with the saved payment method: one order at a time, at most two in ten minutes. Two declines suspend auto top-up until the payment method changes.",
        routing: {
          request: {
            method: "PUT",
            url: "/v1/credits/auto-topup",
            headers: {
              "Idempotency-Key": "=n8n-{{ $execution.id }}-{{ $nodeId }}-{{ $runIndex }}-{{ $itemIndex }}"
            }
          }
        }
      },
      {
        name: "Subscription",
        value: "subscription",
        action: "Read the subscription",
        description: "Read the subscription",
        routing: {
          request: {
            method: "GET",
            url: "/v1/credits/subscription"
          }
        }
      },
      {
        name: "Usage",
        value: "usage",
        action: "Summarize metered calls by day",
        description: "Summarize metered calls by day, action, key, or day and action",
        routing: {
          request: {
            method: "GET",
            url: "/v1/credits/usage"
          }
        }
      }
    ],
    default: "autoTopup"
  },
  {
    displayName: "Return All",
    name: "returnAll",
    type: "boolean",
    default: false,
    description: "Whether to return all results or only up to a given limit",
    displayOptions: {
      show: {
        resource: [
          "credit"
        ],
        operation: [
          "ledger"
        ]
      }
    },
    routing: {
      send: {
        paginate: "={{ $value }}",
        type: "query",
        property: "limit",
        value: "={{ $value ? 100 : undefined }}"
      },
      operations: {
        pagination: {
          type: "generic",
          properties: {
            continue: "={{ !!$response.body?.next_cursor }}",
            request: {
              url: "={{ $request.url + ($response.body?.next_cursor ? '?cursor=' + encodeURIComponent($response.body.next_cursor) : '') }}"
            }
          }
        }
      }
    }
  },
  {
    displayName: "Limit",
    name: "limit",
    type: "number",
    typeOptions: {
      minValue: 1,
      maxValue: 100
    },
    default: 50,
    description: "Max number of results to return",
    displayOptions: {
      show: {
        resource: [
          "credit"
        ],
        operation: [
          "ledger"
        ],
        returnAll: [
          false
        ]
      }
    },
    routing: {
      send: {
        type: "query",
        property: "limit"
      },
      output: {
        maxResults: "={{ $value }}"
      }
    }
  },
  {
    displayName: "Filters",
    name: "filters",
    type: "collection",
    placeholder: "Add Field",
    default: {},
    displayOptions: {
      show: {
        resource: [
          "credit"
        ],
        operation: [
          "ledger"
        ]
      }
    },
    options: [
      {
        displayName: "Kind",
        name: "kind",
        type: "options",
        options: [
          {
            name: "Charge",
            value: "charge"
          },
          {
            name: "Expire",
            value: "expire"
          },
          {
            name: "Grant",
            value: "grant"
          },
          {
            name: "Revoke",
            value: "revoke"
          },
          {
            name: "Trim",
            value: "trim"
          }
        ],
        default: "charge",
        routing: {
          send: {
            type: "query",
            property: "kind"
          }
        }
      }
    ]
  },
  {
    displayName: "Filters",
    name: "filters",
    type: "collection",
    placeholder: "Add Field",
    default: {},
    displayOptions: {
      show: {
        resource: [
          "credit"
        ],
        operation: [
          "usage"
        ]
      }
    },
    options: [
      {
        displayName: "Fill",
        name: "fill",
        type: "boolean",
        default: false,
        description: "Whether when grouped by day: includes days without calls, for each action in the range",
        routing: {
          send: {
            type: "query",
            property: "fill"
          }
        }
      },
      {
        displayName: "Group By",
        name: "group_by",
        type: "options",
        options: [
          {
            name: "Action",
            value: "action"
          },
          {
            name: "Day",
            value: "day"
          },
          {
            name: "Day,action",
            value: "day,action"
          },
          {
            name: "Key",
            value: "key"
          }
        ],
        default: "day",
        routing: {
          send: {
            type: "query",
            property: "group_by"
          }
        }
      },
      {
        displayName: "Since",
        name: "since",
        type: "string",
        default: "",
        description: "First day (UTC); defaults to 30 days ago",
        routing: {
          send: {
            type: "query",
            property: "since"
          }
        }
      },
      {
        displayName: "Until",
        name: "until",
        type: "string",
        default: "",
        description: "Last day (UTC), inclusive; defaults to today",
        routing: {
          send: {
            type: "query",
            property: "until"
          }
        }
      }
    ]
  },
  {
    displayName: "Return All",
    name: "returnAll",
    type: "boolean",
    default: false,
    description: "Whether to return all results or only up to a given limit",
    displayOptions: {
      show: {
        resource: [
          "credit"
        ],
        operation: [
          "holds"
        ]
      }
    },
    routing: {
      send: {
        paginate: "={{ $value }}",
        type: "query",
        property: "limit",
        value: "={{ $value ? 100 : undefined }}"
      },
      operations: {
        pagination: {
          type: "generic",
          properties: {
            continue: "={{ !!$response.body?.next_cursor }}",
            request: {
              url: "={{ $request.url + ($response.body?.next_cursor ? '?cursor=' + encodeURIComponent($response.body.next_cursor) : '') }}"
            }
          }
        }
      }
    }
  },
  {
    displayName: "Limit",
    name: "limit",
    type: "number",
    typeOptions: {
      minValue: 1,
      maxValue: 100
    },
    default: 50,
    description: "Max number of results to return",
    displayOptions: {
      show: {
        resource: [
          "credit"
        ],
        operation: [
          "holds"
        ],
        returnAll: [
          false
        ]
      }
    },
    routing: {
      send: {
        type: "query",
        property: "limit"
      },
      output: {
        maxResults: "={{ $value }}"
      }
    }
  },
  {
    displayName: "Additional Fields",
    name: "additionalFields",
    type: "collection",
    placeholder: "Add Field",
    default: {},
    displayOptions: {
      show: {
        resource: [
          "credit"
        ],
        operation: [
          "checkout"
        ]
      }
    },
    options: [
      {
        displayName: "Interval",
        name: "interval",
        type: "options",
        options: [
          {
            name: "Month",
            value: "month"
          },
          {
            name: "Year",
            value: "year"
          }
        ],
        default: "month",
        routing: {
          send: {
            type: "body",
            property: "interval"
          }
        }
      },
      {
        displayName: "Pack ID",
        name: "pack_id",
        type: "string",
        default: "",
        description: "A pack, paid once",
        routing: {
          send: {
            type: "body",
            property: "pack_id"
          }
        }
      },
      {
        displayName: "Plan ID",
        name: "plan_id",
        type: "string",
        default: "",
        description: "A plan, with its interval",
        routing: {
          send: {
            type: "body",
            property: "plan_id"
          }
        }
      }
    ]
  },
  {
    displayName: "Return All",
    name: "returnAll",
    type: "boolean",
    default: false,
    description: "Whether to return all results or only up to a given limit",
    displayOptions: {
      show: {
        resource: [
          "credit"
        ],
        operation: [
          "orders"
        ]
      }
    },
    routing: {
      send: {
        paginate: "={{ $value }}",
        type: "query",
        property: "limit",
        value: "={{ $value ? 100 : undefined }}"
      },
      operations: {
        pagination: {
          type: "generic",
          properties: {
            continue: "={{ !!$response.body?.next_cursor }}",
            request: {
              url: "={{ $request.url + ($response.body?.next_cursor ? '?cursor=' + encodeURIComponent($response.body.next_cursor) : '') }}"
            }
          }
        }
      }
    }
  },
  {
    displayName: "Limit",
    name: "limit",
    type: "number",
    typeOptions: {
      minValue: 1,
      maxValue: 100
    },
    default: 50,
    description: "Max number of results to return",
    displayOptions: {
      show: {
        resource: [
          "credit"
        ],
        operation: [
          "orders"
        ],
        returnAll: [
          false
        ]
      }
    },
    routing: {
      send: {
        type: "query",
        property: "limit"
      },
      output: {
        maxResults: "={{ $value }}"
      }
    }
  },
  {
    displayName: "Threshold",
    name: "threshold",
    type: "number",
    default: 0,
    typeOptions: {
      minValue: 0,
      maxValue: 1000000000
    },
    description: "Buys a pack when fewer credits than this are available",
    routing: {
      send: {
        type: "body",
        property: "threshold"
      }
    },
    required: true,
    displayOptions: {
      show: {
        resource: [
          "credit"
        ],
        operation: [
          "setAutoTopup"
        ]
      }
    }
  },
  {
    displayName: "Pack ID",
    name: "pack_id",
    type: "string",
    default: "",
    routing: {
      send: {
        type: "body",
        property: "pack_id"
      }
    },
    required: true,
    displayOptions: {
      show: {
        resource: [
          "credit"
        ],
        operation: [
          "setAutoTopup"
        ]
      }
    }
  },
  {
    displayName: "Operation",
    name: "operation",
    type: "options",
    noDataExpression: true,
    displayOptions: {
      show: {
        resource: [
          "request"
        ]
      }
    },
    options: [
      {
        name: "Get",
        value: "get",
        action: "Read one request and its receipt",
        description: "What the log has about a request, with the response if it failed. If it was metered: the charges line by line, and the sources that it asked. A metered call that failed has sources but no lines; an unmetered request has neither.",
        routing: {
          request: {
            method: "GET",
            url: "=/v1/requests/{{ encodeURIComponent($parameter[\"request_id\"]) }}"
          }
        }
      },
      {
        name: "Get Many",
        value: "getAll",
        action: "List requests",
        description: "The log of the workspace: every request by its keys, apps and portal links, and by users if it changed something or failed. It is written about a second after the response and kept for some days, which the operator of the server sets, up to a number of requests per day. Metered calls are listed longer: charged calls, calls that found nothing, and for 90 days calls that failed after asking a source. metered=true lists only these. GET /v1/requests/{request_id} returns the response to a failed request, and the receipt of a metered one. A page examines at most 5000 requests, so with filters a page can be short or empty while has_more is true: continue with next_cursor.",
        routing: {
          request: {
            method: "GET",
            url: "/v1/requests"
          },
          output: {
            postReceive: [
              {
                type: "rootProperty",
                properties: {
                  property: "data"
                }
              }
            ]
          }
        }
      },
      {
        name: "Stream",
        value: "stream",
        action: "Stream the requests of the workspace as they complete",
        description: "Server-sent events named request: request_id, method, path (without the query), operation, status, ms, credits (if the call has a price) and caller_id of every request of the workspace, by keys and users, on any server. A request that completes while nobody is connected is not shown; GET /v1/requests lists it about a second later. If more than 400 requests complete in a second, a comment says how many were skipped. A comment is sent every 15 seconds without a request. The limits on open streams are those of GET /v1/events/stream.",
        routing: {
          request: {
            method: "GET",
            url: "/v1/requests/stream",
            encoding: "arraybuffer",
            json: false
          },
          output: {
            postReceive: [
              {
                type: "binaryData",
                properties: {
                  destinationProperty: "data"
                }
              }
            ]
          }
        }
      }
    ],
    default: "get"
  },
  {
    displayName: "Request ID",
    name: "request_id",
    type: "string",
    required: true,
    default: "",
    displayOptions: {
      show: {
        resource: [
          "request"
        ],
        operation: [
          "get"
        ]
      }
    }
  },
  {
    displayName: "Return All",
    name: "returnAll",
    type: "boolean",
    default: false,
    description: "Whether to return all results or only up to a given limit",
    displayOptions: {
      show: {
        resource: [
          "request"
        ],
        operation: [
          "getAll"
        ]
      }
    },
    routing: {
      send: {
        paginate: "={{ $value }}",
        type: "query",
        property: "limit",
        value: "={{ $value ? 100 : undefined }}"
      },
      operations: {
        pagination: {
          type: "generic",
          properties: {
            continue: "={{ !!$response.body?.next_cursor }}",
            request: {
              url: "={{ $request.url + ($response.body?.next_cursor ? '?cursor=' + encodeURIComponent($response.body.next_cursor) : '') }}"
            }
          }
        }
      }
    }
  },
  {
    displayName: "Limit",
    name: "limit",
    type: "number",
    typeOptions: {
      minValue: 1,
      maxValue: 100
    },
    default: 50,
    description: "Max number of results to return",
    displayOptions: {
      show: {
        resource: [
          "request"
        ],
        operation: [
          "getAll"
        ],
        returnAll: [
          false
        ]
      }
    },
    routing: {
      send: {
        type: "query",
        property: "limit"
      },
      output: {
        maxResults: "={{ $value }}"
      }
    }
  },
  {
    displayName: "Filters",
    name: "filters",
    type: "collection",
    placeholder: "Add Field",
    default: {},
    displayOptions: {
      show: {
        resource: [
          "request"
        ],
        operation: [
          "getAll"
        ]
      }
    },
    options: [
      {
        displayName: "Action Name",
        name: "actionName",
        type: "string",
        default: "",
        routing: {
          send: {
            type: "query",
            property: "action"
          }
        }
      },
      {
        displayName: "API Key ID",
        name: "api_key_id",
        type: "string",
        default: "",
        routing: {
          send: {
            type: "query",
            property: "api_key_id"
          }
        }
      },
      {
        displayName: "Error Code",
        name: "error_code",
        type: "string",
        default: "",
        routing: {
          send: {
            type: "query",
            property: "error_code"
          }
        }
      },
      {
        displayName: "From",
        name: "from",
        type: "dateTime",
        default: "",
        description: "Only requests from this time on",
        routing: {
          send: {
            type: "query",
            property: "from"
          }
        }
      },
      {
        displayName: "Metered",
        name: "metered",
        type: "boolean",
        default: false,
        description: "Whether only metered requests, or only unmetered ones",
        routing: {
          send: {
            type: "query",
            property: "metered"
          }
        }
      },
      {
        displayName: "Method",
        name: "method",
        type: "options",
        options: [
          {
            name: "DELETE",
            value: "DELETE"
          },
          {
            name: "GET",
            value: "GET"
          },
          {
            name: "HEAD",
            value: "HEAD"
          },
          {
            name: "PATCH",
            value: "PATCH"
          },
          {
            name: "POST",
            value: "POST"
          },
          {
            name: "PUT",
            value: "PUT"
          }
        ],
        default: "DELETE",
        routing: {
          send: {
            type: "query",
            property: "method"
          }
        }
      },
      {
        displayName: "Mode",
        name: "mode",
        type: "options",
        options: [
          {
            name: "Live",
            value: "live"
          },
          {
            name: "Test",
            value: "test"
          }
        ],
        default: "live",
        routing: {
          send: {
            type: "query",
            property: "mode"
          }
        }
      },
      {
        displayName: "Operation Name",
        name: "operationName",
        type: "string",
        default: "",
        description: "Such as posts.create",
        routing: {
          send: {
            type: "query",
            property: "operation"
          }
        }
      },
      {
        displayName: "Outcome",
        name: "outcome",
        type: "options",
        options: [
          {
            name: "Failed",
            value: "failed"
          },
          {
            name: "Found",
            value: "found"
          },
          {
            name: "Not Found",
            value: "not_found"
          },
          {
            name: "Running",
            value: "running"
          },
          {
            name: "Unmetered",
            value: "unmetered"
          }
        ],
        default: "failed",
        routing: {
          send: {
            type: "query",
            property: "outcome"
          }
        }
      },
      {
        displayName: "Path",
        name: "path",
        type: "string",
        default: "",
        description: "Only paths that begin with this, such as /v1/posts",
        routing: {
          send: {
            type: "query",
            property: "path"
          }
        }
      },
      {
        displayName: "Request ID",
        name: "request_id",
        type: "string",
        default: "",
        description: "Our ID of the request, or the ID that the client sent with it",
        routing: {
          send: {
            type: "query",
            property: "request_id"
          }
        }
      },
      {
        displayName: "Status",
        name: "status",
        type: "string",
        default: "",
        description: "A status such as 404, or a class such as 4xx",
        routing: {
          send: {
            type: "query",
            property: "status"
          }
        }
      },
      {
        displayName: "To",
        name: "to",
        type: "dateTime",
        default: "",
        description: "Only requests before this time",
        routing: {
          send: {
            type: "query",
            property: "to"
          }
        }
      }
    ]
  },
  {
    displayName: "Operation",
    name: "operation",
    type: "options",
    noDataExpression: true,
    displayOptions: {
      show: {
        resource: [
          "pricing"
        ]
      }
    },
    options: [
      {
        name: "Get",
        value: "get",
        action: "List packs and subscription plans",
        description: "List packs and subscription plans",
        routing: {
          request: {
            method: "GET",
            url: "/v1/public/pricing"
          }
        }
      }
    ],
    default: "get"
  },
  {
    displayName: "Operation",
    name: "operation",
    type: "options",
    noDataExpression: true,
    displayOptions: {
      show: {
        resource: [
          "webhook"
        ]
      }
    },
    options: [
      {
        name: "Create",
        value: "create",
        action: "Create a webhook endpoint",
        description: "Events of the workspace are sent to it as signed POST requests. The response has the secret, which is shown only once. A workspace can have at most 50 endpoints.",
        routing: {
          request: {
            method: "POST",
            url: "/v1/webhooks",
            headers: {
              "Idempotency-Key": "=n8n-{{ $execution.id }}-{{ $nodeId }}-{{ $runIndex }}-{{ $itemIndex }}"
            }
          }
        }
      },
      {
        name: "Delete",
        value: "delete",
        action: "Delete a webhook endpoint",
        description: "Returns the deleted endpoint. Its pending deliveries are not sent and stay in the delivery log.",
        routing: {
          request: {
            method: "DELETE",
            url: "=/v1/webhooks/{{ encodeURIComponent($parameter[\"id\"]) }}",
            headers: {
              "Idempotency-Key": "=n8n-{{ $execution.id }}-{{ $nodeId }}-{{ $runIndex }}-{{ $itemIndex }}"
            }
          }
        }
      },
      {
        name: "Events",
        value: "events",
        action: "List event types",
        description: "List event types, with their JSON Schemas and examples",
        routing: {
          request: {
            method: "GET",
            url: "/v1/webhooks/events"
          },
          output: {
            postReceive: [
              {
                type: "rootProperty",
                properties: {
                  property: "data"
                }
              }
            ]
          }
        }
      },
      {
        name: "Get",
        value: "get",
        action: "Read one webhook endpoint",
        description: "Read one webhook endpoint",
        routing: {
          request: {
            method: "GET",
            url: "=/v1/webhooks/{{ encodeURIComponent($parameter[\"id\"]) }}"
          }
        }
      },
      {
        name: "Get Many",
        value: "getAll",
        action: "List webhook endpoints",
        description: "List webhook endpoints, newest first",
        routing: {
          request: {
            method: "GET",
            url: "/v1/webhooks"
          },
          output: {
            postReceive: [
              {
                type: "rootProperty",
                properties: {
                  property: "data"
                }
              }
            ]
          }
        }
      },
      {
        name: "Health",
        value: "health",
        action: "Read the delivery health of one endpoint",
        description: "Read the delivery health of one endpoint",
        routing: {
          request: {
            method: "GET",
            url: "=/v1/webhooks/{{ encodeURIComponent($parameter[\"id\"]) }}/health"
          }
        }
      },
      {
        name: "List Health",
        value: "listHealth",
        action: "List the health of webhook endpoints",
        description: "List the health of webhook endpoints, newest first",
        routing: {
          request: {
            method: "GET",
            url: "/v1/webhooks/health"
          },
          output: {
            postReceive: [
              {
                type: "rootProperty",
                properties: {
                  property: "data"
                }
              }
            ]
          }
        }
      },
      {
        name: "Recover",
        value: "recover",
        action: "Redrive every dead delivery of this endpoint since a time",
        description: "Selects deliveries by the time of their event, including those that were never sent because the endpoint was disabled. Each is sent at once, and then retried up to seven times.",
        routing: {
          request: {
            method: "POST",
            url: "=/v1/webhooks/{{ encodeURIComponent($parameter[\"id\"]) }}/recover",
            headers: {
              "Idempotency-Key": "=n8n-{{ $execution.id }}-{{ $nodeId }}-{{ $runIndex }}-{{ $itemIndex }}"
            }
          }
        }
      },
      {
        name: "Rotate",
        value: "rotate",
        action: "Create a new secret",
        description: "For 24 hours every delivery has two signatures: v1 with the new secret, v2 with the old one. The new secret is shown only once. Another rotation is refused during these hours.",
        routing: {
          request: {
            method: "POST",
            url: "=/v1/webhooks/{{ encodeURIComponent($parameter[\"id\"]) }}/rotate",
            headers: {
              "Idempotency-Key": "=n8n-{{ $execution.id }}-{{ $nodeId }}-{{ $runIndex }}-{{ $itemIndex }}"
            }
          }
        }
      },
      {
        name: "Test",
        value: "test",
        action: "Send a webhook test event to this endpoint only",
        description: "Returns the delivery. Read it again to see its outcome.",
        routing: {
          request: {
            method: "POST",
            url: "=/v1/webhooks/{{ encodeURIComponent($parameter[\"id\"]) }}/test",
            headers: {
              "Idempotency-Key": "=n8n-{{ $execution.id }}-{{ $nodeId }}-{{ $runIndex }}-{{ $itemIndex }}"
            }
          }
        }
      },
      {
        name: "Update",
        value: "update",
        action: "Change a webhook endpoint",
        description: "Changes only the fields in the body. An endpoint that was disabled, by you, by a 410 or after days of failures, receives events again once its status is active.",
        routing: {
          request: {
            method: "PATCH",
            url: "=/v1/webhooks/{{ encodeURIComponent($parameter[\"id\"]) }}",
            headers: {
              "Idempotency-Key": "=n8n-{{ $execution.id }}-{{ $nodeId }}-{{ $runIndex }}-{{ $itemIndex }}"
            }
          }
        }
      }
    ],
    default: "create"
  },
  {
    displayName: "URL",
    name: "url",
    type: "string",
    default: "",
    description: "The URL that events are sent to. Must be HTTPS in production.",
    routing: {
      send: {
        type: "body",
        property: "url"
      }
    },
    required: true,
    displayOptions: {
      show: {
        resource: [
          "webhook"
        ],
        operation: [
          "create"
        ]
      }
    }
  },
  {
    displayName: "Additional Fields",
    name: "additionalFields",
    type: "collection",
    placeholder: "Add Field",
    default: {},
    displayOptions: {
      show: {
        resource: [
          "webhook"
        ],
        operation: [
          "create"
        ]
      }
    },
    options: [
      {
        displayName: "Description",
        name: "description",
        type: "string",
        default: "",
        routing: {
          send: {
            type: "body",
            property: "description"
          }
        }
      },
      {
        displayName: "Events",
        name: "events",
        type: "multiOptions",
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
        ],
        default: [],
        description: "Event names, or * for all",
        routing: {
          send: {
            type: "body",
            property: "events"
          }
        }
      }
    ]
  },
  {
    displayName: "Return All",
    name: "returnAll",
    type: "boolean",
    default: false,
    description: "Whether to return all results or only up to a given limit",
    displayOptions: {
      show: {
        resource: [
          "webhook"
        ],
        operation: [
          "getAll"
        ]
      }
    },
    routing: {
      send: {
        paginate: "={{ $value }}",
        type: "query",
        property: "limit",
        value: "={{ $value ? 100 : undefined }}"
      },
      operations: {
        pagination: {
          type: "generic",
          properties: {
            continue: "={{ !!$response.body?.next_cursor }}",
            request: {
              url: "={{ $request.url + ($response.body?.next_cursor ? '?cursor=' + encodeURIComponent($response.body.next_cursor) : '') }}"
            }
          }
        }
      }
    }
  },
  {
    displayName: "Limit",
    name: "limit",
    type: "number",
    typeOptions: {
      minValue: 1,
      maxValue: 100
    },
    default: 50,
    description: "Max number of results to return",
    displayOptions: {
      show: {
        resource: [
          "webhook"
        ],
        operation: [
          "getAll"
        ],
        returnAll: [
          false
        ]
      }
    },
    routing: {
      send: {
        type: "query",
        property: "limit"
      },
      output: {
        maxResults: "={{ $value }}"
      }
    }
  },
  {
    displayName: "Return All",
    name: "returnAll",
    type: "boolean",
    default: false,
    description: "Whether to return all results or only up to a given limit",
    displayOptions: {
      show: {
        resource: [
          "webhook"
        ],
        operation: [
          "events"
        ]
      }
    },
    routing: {
      send: {
        paginate: "={{ $value }}",
        type: "query",
        property: "limit",
        value: "={{ $value ? 100 : undefined }}"
      },
      operations: {
        pagination: {
          type: "generic",
          properties: {
            continue: "={{ !!$response.body?.next_cursor }}",
            request: {
              url: "={{ $request.url + ($response.body?.next_cursor ? '?cursor=' + encodeURIComponent($response.body.next_cursor) : '') }}"
            }
          }
        }
      }
    }
  },
  {
    displayName: "Limit",
    name: "limit",
    type: "number",
    typeOptions: {
      minValue: 1,
      maxValue: 100
    },
    default: 50,
    description: "Max number of results to return",
    displayOptions: {
      show: {
        resource: [
          "webhook"
        ],
        operation: [
          "events"
        ],
        returnAll: [
          false
        ]
      }
    },
    routing: {
      send: {
        type: "query",
        property: "limit"
      },
      output: {
        maxResults: "={{ $value }}"
      }
    }
  },
  {
    displayName: "Webhook ID",
    name: "id",
    type: "string",
    required: true,
    default: "",
    displayOptions: {
      show: {
        resource: [
          "webhook"
        ],
        operation: [
          "get"
        ]
      }
    }
  },
  {
    displayName: "Webhook ID",
    name: "id",
    type: "string",
    required: true,
    default: "",
    displayOptions: {
      show: {
        resource: [
          "webhook"
        ],
        operation: [
          "update"
        ]
      }
    }
  },
  {
    displayName: "Additional Fields",
    name: "additionalFields",
    type: "collection",
    placeholder: "Add Field",
    default: {},
    displayOptions: {
      show: {
        resource: [
          "webhook"
        ],
        operation: [
          "update"
        ]
      }
    },
    options: [
      {
        displayName: "Description",
        name: "description",
        type: "string",
        default: "",
        routing: {
          send: {
            type: "body",
            property: "description"
          }
        }
      },
      {
        displayName: "Events",
        name: "events",
        type: "multiOptions",
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
        ],
        default: [],
        description: "Event names, or * for all",
        routing: {
          send: {
            type: "body",
            property: "events"
          }
        }
      },
      {
        displayName: "Status",
        name: "status",
        type: "options",
        options: [
          {
            name: "Active",
            value: "active"
          },
          {
            name: "Disabled",
            value: "disabled"
          }
        ],
        default: "active",
        routing: {
          send: {
            type: "body",
            property: "status"
          }
        }
      },
      {
        displayName: "URL",
        name: "url",
        type: "string",
        default: "",
        description: "The URL that events are sent to. Must be HTTPS in production.",
        routing: {
          send: {
            type: "body",
            property: "url"
          }
        }
      }
    ]
  },
  {
    displayName: "Webhook ID",
    name: "id",
    type: "string",
    required: true,
    default: "",
    displayOptions: {
      show: {
        resource: [
          "webhook"
        ],
        operation: [
          "delete"
        ]
      }
    }
  },
  {
    displayName: "Webhook ID",
    name: "id",
    type: "string",
    required: true,
    default: "",
    displayOptions: {
      show: {
        resource: [
          "webhook"
        ],
        operation: [
          "rotate"
        ]
      }
    }
  },
  {
    displayName: "Webhook ID",
    name: "id",
    type: "string",
    required: true,
    default: "",
    displayOptions: {
      show: {
        resource: [
          "webhook"
        ],
        operation: [
          "test"
        ]
      }
    }
  },
  {
    displayName: "Webhook ID",
    name: "id",
    type: "string",
    required: true,
    default: "",
    displayOptions: {
      show: {
        resource: [
          "webhook"
        ],
        operation: [
          "recover"
        ]
      }
    }
  },
  {
    displayName: "Since",
    name: "since",
    type: "dateTime",
    default: "",
    description: "ISO 8601 with a time zone",
    routing: {
      send: {
        type: "body",
        property: "since"
      }
    },
    required: true,
    displayOptions: {
      show: {
        resource: [
          "webhook"
        ],
        operation: [
          "recover"
        ]
      }
    }
  },
  {
    displayName: "Return All",
    name: "returnAll",
    type: "boolean",
    default: false,
    description: "Whether to return all results or only up to a given limit",
    displayOptions: {
      show: {
        resource: [
          "webhook"
        ],
        operation: [
          "listHealth"
        ]
      }
    },
    routing: {
      send: {
        paginate: "={{ $value }}",
        type: "query",
        property: "limit",
        value: "={{ $value ? 100 : undefined }}"
      },
      operations: {
        pagination: {
          type: "generic",
          properties: {
            continue: "={{ !!$response.body?.next_cursor }}",
            request: {
              url: "={{ $request.url + ($response.body?.next_cursor ? '?cursor=' + encodeURIComponent($response.body.next_cursor) : '') }}"
            }
          }
        }
      }
    }
  },
  {
    displayName: "Limit",
    name: "limit",
    type: "number",
    typeOptions: {
      minValue: 1,
      maxValue: 100
    },
    default: 50,
    description: "Max number of results to return",
    displayOptions: {
      show: {
        resource: [
          "webhook"
        ],
        operation: [
          "listHealth"
        ],
        returnAll: [
          false
        ]
      }
    },
    routing: {
      send: {
        type: "query",
        property: "limit"
      },
      output: {
        maxResults: "={{ $value }}"
      }
    }
  },
  {
    displayName: "Webhook ID",
    name: "id",
    type: "string",
    required: true,
    default: "",
    displayOptions: {
      show: {
        resource: [
          "webhook"
        ],
        operation: [
          "health"
        ]
      }
    }
  },
  {
    displayName: "Operation",
    name: "operation",
    type: "options",
    noDataExpression: true,
    displayOptions: {
      show: {
        resource: [
          "webhookDelivery"
        ]
      }
    },
    options: [
      {
        name: "Get",
        value: "get",
        action: "Read one delivery with its body and its attempts",
        description: "Read one delivery with its body and its attempts",
        routing: {
          request: {
            method: "GET",
            url: "=/v1/webhooks/deliveries/{{ encodeURIComponent($parameter[\"id\"]) }}"
          }
        }
      },
      {
        name: "Get Many",
        value: "getAll",
        action: "List deliveries",
        description: "The log is kept for 30 days",
        routing: {
          request: {
            method: "GET",
            url: "/v1/webhooks/deliveries"
          },
          output: {
            postReceive: [
              {
                type: "rootProperty",
                properties: {
                  property: "data"
                }
              }
            ]
          }
        }
      },
      {
        name: "Redrive",
        value: "redrive",
        action: "Redrive a dead delivery",
        description: "It is sent at once, and then retried up to seven times. attempt keeps counting.",
        routing: {
          request: {
            method: "POST",
            url: "=/v1/webhooks/deliveries/{{ encodeURIComponent($parameter[\"id\"]) }}/redrive",
            headers: {
              "Idempotency-Key": "=n8n-{{ $execution.id }}-{{ $nodeId }}-{{ $runIndex }}-{{ $itemIndex }}"
            }
          }
        }
      },
      {
        name: "Redrive Many",
        value: "redriveMany",
        action: "Redrive many dead deliveries",
        description: "Redrives the deliveries in IDs, or those that match filter, oldest first. Each is sent at once, and then retried up to seven times. Deliveries of disabled or deleted endpoints are left unchanged.",
        routing: {
          request: {
            method: "POST",
            url: "/v1/webhooks/deliveries:redrive",
            headers: {
              "Idempotency-Key": "=n8n-{{ $execution.id }}-{{ $nodeId }}-{{ $runIndex }}-{{ $itemIndex }}"
            }
          }
        }
      }
    ],
    default: "get"
  },
  {
    displayName: "Return All",
    name: "returnAll",
    type: "boolean",
    default: false,
    description: "Whether to return all results or only up to a given limit",
    displayOptions: {
      show: {
        resource: [
          "webhookDelivery"
        ],
        operation: [
          "getAll"
        ]
      }
    },
    routing: {
      send: {
        paginate: "={{ $value }}",
        type: "query",
        property: "limit",
        value: "={{ $value ? 100 : undefined }}"
      },
      operations: {
        pagination: {
          type: "generic",
          properties: {
            continue: "={{ !!$response.body?.next_cursor }}",
            request: {
              url: "={{ $request.url + ($response.body?.next_cursor ? '?cursor=' + encodeURIComponent($response.body.next_cursor) : '') }}"
            }
          }
        }
      }
    }
  },
  {
    displayName: "Limit",
    name: "limit",
    type: "number",
    typeOptions: {
      minValue: 1,
      maxValue: 100
    },
    default: 50,
    description: "Max number of results to return",
    displayOptions: {
      show: {
        resource: [
          "webhookDelivery"
        ],
        operation: [
          "getAll"
        ],
        returnAll: [
          false
        ]
      }
    },
    routing: {
      send: {
        type: "query",
        property: "limit"
      },
      output: {
        maxResults: "={{ $value }}"
      }
    }
  },
  {
    displayName: "Filters",
    name: "filters",
    type: "collection",
    placeholder: "Add Field",
    default: {},
    displayOptions: {
      show: {
        resource: [
          "webhookDelivery"
        ],
        operation: [
          "getAll"
        ]
      }
    },
    options: [
      {
        displayName: "Endpoint ID",
        name: "endpoint_id",
        type: "string",
        default: "",
        routing: {
          send: {
            type: "query",
            property: "endpoint_id"
          }
        }
      },
      {
        displayName: "Event Type",
        name: "event_type",
        type: "options",
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
            name: "Comment Received",
            value: "comment.received"
          },
          {
            name: "Credits Low",
            value: "credits.low"
          },
          {
            name: "Job Finished",
            value: "job.finished"
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
          },
          {
            name: "Webhook Test",
            value: "webhook.test"
          }
        ],
        default: "account.connected",
        routing: {
          send: {
            type: "query",
            property: "event_type"
          }
        }
      },
      {
        displayName: "From",
        name: "from",
        type: "dateTime",
        default: "",
        description: "Only events from this time on",
        routing: {
          send: {
            type: "query",
            property: "from"
          }
        }
      },
      {
        displayName: "Status",
        name: "status",
        type: "options",
        options: [
          {
            name: "Dead",
            value: "dead"
          },
          {
            name: "Delivered",
            value: "delivered"
          },
          {
            name: "Failed",
            value: "failed"
          },
          {
            name: "Pending",
            value: "pending"
          }
        ],
        default: "dead",
        description: "Failed: will be retried. dead: will not be sent again unless it is redriven.",
        routing: {
          send: {
            type: "query",
            property: "status"
          }
        }
      },
      {
        displayName: "To",
        name: "to",
        type: "dateTime",
        default: "",
        description: "Only events before this time",
        routing: {
          send: {
            type: "query",
            property: "to"
          }
        }
      }
    ]
  },
  {
    displayName: "Delivery ID",
    name: "id",
    type: "string",
    required: true,
    default: "",
    displayOptions: {
      show: {
        resource: [
          "webhookDelivery"
        ],
        operation: [
          "get"
        ]
      }
    }
  },
  {
    displayName: "Delivery ID",
    name: "id",
    type: "string",
    required: true,
    default: "",
    displayOptions: {
      show: {
        resource: [
          "webhookDelivery"
        ],
        operation: [
          "redrive"
        ]
      }
    }
  },
  {
    displayName: "Additional Fields",
    name: "additionalFields",
    type: "collection",
    placeholder: "Add Field",
    default: {},
    displayOptions: {
      show: {
        resource: [
          "webhookDelivery"
        ],
        operation: [
          "redriveMany"
        ]
      }
    },
    options: [
      {
        displayName: "Filter",
        name: "filter",
        type: "json",
        default: "{}",
        description: "Selects all matching dead deliveries; an empty object selects all of them",
        routing: {
          send: {
            type: "body",
            property: "filter",
            value: "={{ typeof $value === 'string' ? JSON.parse($value) : $value }}"
          }
        }
      },
      {
        displayName: "IDs",
        name: "ids",
        type: "string",
        default: "",
        description: "Separated by commas",
        routing: {
          send: {
            type: "body",
            property: "ids",
            value: "={{ Array.isArray($value) ? $value : String($value).split(',').map((part) => part.trim()) }}"
          }
        }
      },
      {
        displayName: "Max",
        name: "max",
        type: "number",
        default: 1000,
        typeOptions: {
          minValue: 1,
          maxValue: 10000
        },
        description: "With filter: the maximum number",
        routing: {
          send: {
            type: "body",
            property: "max"
          }
        }
      }
    ]
  },
  {
    displayName: "Operation",
    name: "operation",
    type: "options",
    noDataExpression: true,
    displayOptions: {
      show: {
        resource: [
          "event"
        ]
      }
    },
    options: [
      {
        name: "Stream",
        value: "stream",
        action: "Stream the events of the workspace",
        description: "Server-sent events: ID is the ID of the event, event its type, data the body that a webhook endpoint gets. Events are stored for a stream while it is open and for an hour after; reconnect with the same key, the same types and the last ID, and none is lost. The last minute before that ID is sent again, because events may commit in a different order than their IDs: deduplicate by ID. A comment is sent every 15 seconds without an event. The stream ends when the server restarts, and within a second when the caller may no longer read it: a last comment, ended:, gives the reason. A workspace can have at most 10 open streams on a server, and a user 20 across all workspaces. A test key gets an example of each event.",
        routing: {
          request: {
            method: "GET",
            url: "/v1/events/stream",
            encoding: "arraybuffer",
            json: false
          },
          output: {
            postReceive: [
              {
                type: "binaryData",
                properties: {
                  destinationProperty: "data"
                }
              }
            ]
          }
        }
      }
    ],
    default: "stream"
  },
  {
    displayName: "Filters",
    name: "filters",
    type: "collection",
    placeholder: "Add Field",
    default: {},
    displayOptions: {
      show: {
        resource: [
          "event"
        ],
        operation: [
          "stream"
        ]
      }
    },
    options: [
      {
        displayName: "After",
        name: "after",
        type: "string",
        default: "",
        description: "The ID of the event to continue after. The header Last-Event-ID has the same meaning and takes precedence.",
        routing: {
          send: {
            type: "query",
            property: "after"
          }
        }
      },
      {
        displayName: "Since",
        name: "since",
        type: "dateTime",
        default: "",
        description: "Start with the events stored since this time",
        routing: {
          send: {
            type: "query",
            property: "since"
          }
        }
      },
      {
        displayName: "Types",
        name: "types",
        type: "string",
        default: "",
        description: "Event names, separated by commas; defaults to all",
        routing: {
          send: {
            type: "query",
            property: "types"
          }
        }
      }
    ]
  },
  {
    displayName: "Operation",
    name: "operation",
    type: "options",
    noDataExpression: true,
    displayOptions: {
      show: {
        resource: [
          "platform"
        ]
      }
    },
    options: [
      {
        name: "App",
        value: "app",
        action: "Read the app that sign ins of the workspace use",
        description: "Also returns the values to enter at the platform when you register your own",
        routing: {
          request: {
            method: "GET",
            url: "=/v1/platforms/{{ encodeURIComponent($parameter[\"platform\"]) }}/app"
          }
        }
      },
      {
        name: "Get Many",
        value: "getAll",
        action: "List the platforms of this server",
        description: "Includes their capabilities, limits, post options and sign-in methods",
        routing: {
          request: {
            method: "GET",
            url: "/v1/platforms"
          },
          output: {
            postReceive: [
              {
                type: "rootProperty",
                properties: {
                  property: "data"
                }
              }
            ]
          }
        }
      },
      {
        name: "Remove App",
        value: "removeApp",
        action: "Stop using your own app for new sign ins",
        description: "Accounts that signed in with it keep it. Returns the app that is used from now on.",
        routing: {
          request: {
            method: "DELETE",
            url: "=/v1/platforms/{{ encodeURIComponent($parameter[\"platform\"]) }}/app",
            headers: {
              "Idempotency-Key": "=n8n-{{ $execution.id }}-{{ $nodeId }}-{{ $runIndex }}-{{ $itemIndex }}"
            }
          }
        }
      },
      {
        name: "Set App",
        value: "setApp",
        action: "Use your own app for new sign ins",
        description: "People then see your name on the platform, and its limits are yours alone. The secrets are encrypted and never shown again. Connected accounts keep the app they signed in with.",
        routing: {
          request: {
            method: "PUT",
            url: "=/v1/platforms/{{ encodeURIComponent($parameter[\"platform\"]) }}/app",
            headers: {
              "Idempotency-Key": "=n8n-{{ $execution.id }}-{{ $nodeId }}-{{ $runIndex }}-{{ $itemIndex }}"
            }
          }
        }
      }
    ],
    default: "app"
  },
  {
    displayName: "Platform",
    name: "platform",
    type: "string",
    required: true,
    default: "",
    displayOptions: {
      show: {
        resource: [
          "platform"
        ],
        operation: [
          "app"
        ]
      }
    }
  },
  {
    displayName: "Platform",
    name: "platform",
    type: "string",
    required: true,
    default: "",
    displayOptions: {
      show: {
        resource: [
          "platform"
        ],
        operation: [
          "setApp"
        ]
      }
    }
  },
  {
    displayName: "Credentials",
    name: "credentials",
    type: "json",
    default: "{\n  \"client_id\": \"1500000\",\n  \"client_secret\": \"a secret\"\n}",
    description: "All credentials, as credentials_schema describes them. At most 16 KiB as JSON.",
    routing: {
      send: {
        type: "body",
        property: "credentials",
        value: "={{ typeof $value === 'string' ? JSON.parse($value) : $value }}"
      }
    },
    required: true,
    displayOptions: {
      show: {
        resource: [
          "platform"
        ],
        operation: [
          "setApp"
        ]
      }
    }
  },
  {
    displayName: "Platform",
    name: "platform",
    type: "string",
    required: true,
    default: "",
    displayOptions: {
      show: {
        resource: [
          "platform"
        ],
        operation: [
          "removeApp"
        ]
      }
    }
  },
  {
    displayName: "Return All",
    name: "returnAll",
    type: "boolean",
    default: false,
    description: "Whether to return all results or only up to a given limit",
    displayOptions: {
      show: {
        resource: [
          "platform"
        ],
        operation: [
          "getAll"
        ]
      }
    },
    routing: {
      send: {
        paginate: "={{ $value }}",
        type: "query",
        property: "limit",
        value: "={{ $value ? 100 : undefined }}"
      },
      operations: {
        pagination: {
          type: "generic",
          properties: {
            continue: "={{ !!$response.body?.next_cursor }}",
            request: {
              url: "={{ $request.url + ($response.body?.next_cursor ? '?cursor=' + encodeURIComponent($response.body.next_cursor) : '') }}"
            }
          }
        }
      }
    }
  },
  {
    displayName: "Limit",
    name: "limit",
    type: "number",
    typeOptions: {
      minValue: 1,
      maxValue: 100
    },
    default: 50,
    description: "Max number of results to return",
    displayOptions: {
      show: {
        resource: [
          "platform"
        ],
        operation: [
          "getAll"
        ],
        returnAll: [
          false
        ]
      }
    },
    routing: {
      send: {
        type: "query",
        property: "limit"
      },
      output: {
        maxResults: "={{ $value }}"
      }
    }
  },
  {
    displayName: "Operation",
    name: "operation",
    type: "options",
    noDataExpression: true,
    displayOptions: {
      show: {
        resource: [
          "connection"
        ]
      }
    },
    options: [
      {
        name: "Complete",
        value: "complete",
        action: "Complete a connection",
        description: "Send the code and state that the platform sent to your page, or credentials. A state can be used once. Then select an entity, unless there is only one.",
        routing: {
          request: {
            method: "POST",
            url: "=/v1/connections/{{ encodeURIComponent($parameter[\"id\"]) }}/complete",
            headers: {
              "Idempotency-Key": "=n8n-{{ $execution.id }}-{{ $nodeId }}-{{ $runIndex }}-{{ $itemIndex }}"
            }
          }
        }
      },
      {
        name: "Create",
        value: "create",
        action: "Start connecting a social account",
        description: "Send the person to authorize_url, or complete the connection with credentials. A connection that is not completed expires after an hour.",
        routing: {
          request: {
            method: "POST",
            url: "/v1/connections",
            headers: {
              "Idempotency-Key": "=n8n-{{ $execution.id }}-{{ $nodeId }}-{{ $runIndex }}-{{ $itemIndex }}"
            }
          }
        }
      },
      {
        name: "Entities",
        value: "entities",
        action: "List the entities this sign in can connect",
        description: "No account is stored until you select one of them",
        routing: {
          request: {
            method: "GET",
            url: "=/v1/connections/{{ encodeURIComponent($parameter[\"id\"]) }}/entities"
          },
          output: {
            postReceive: [
              {
                type: "rootProperty",
                properties: {
                  property: "data"
                }
              }
            ]
          }
        }
      },
      {
        name: "Get",
        value: "get",
        action: "Read a connection",
        description: "Shows the progress of the sign-in",
        routing: {
          request: {
            method: "GET",
            url: "=/v1/connections/{{ encodeURIComponent($parameter[\"id\"]) }}"
          }
        }
      },
      {
        name: "Get Many",
        value: "getAll",
        action: "List connections",
        description: "Shows the progress of each sign-in. Connections are kept for 30 days.",
        routing: {
          request: {
            method: "GET",
            url: "/v1/connections"
          },
          output: {
            postReceive: [
              {
                type: "rootProperty",
                properties: {
                  property: "data"
                }
              }
            ]
          }
        }
      },
      {
        name: "Select",
        value: "select",
        action: "Select an entity and connect the account",
        description: "If an account of the profile already acts as this entity, that account is reconnected and keeps its ID",
        routing: {
          request: {
            method: "POST",
            url: "=/v1/connections/{{ encodeURIComponent($parameter[\"id\"]) }}/select",
            headers: {
              "Idempotency-Key": "=n8n-{{ $execution.id }}-{{ $nodeId }}-{{ $runIndex }}-{{ $itemIndex }}"
            }
          }
        }
      }
    ],
    default: "complete"
  },
  {
    displayName: "Profile ID",
    name: "profile_id",
    type: "string",
    default: "",
    routing: {
      send: {
        type: "body",
        property: "profile_id"
      }
    },
    required: true,
    displayOptions: {
      show: {
        resource: [
          "connection"
        ],
        operation: [
          "create"
        ]
      }
    }
  },
  {
    displayName: "Platform",
    name: "platform",
    type: "string",
    default: "",
    description: "A platform ID from GET /v1/platforms",
    routing: {
      send: {
        type: "body",
        property: "platform"
      }
    },
    required: true,
    displayOptions: {
      show: {
        resource: [
          "connection"
        ],
        operation: [
          "create"
        ]
      }
    }
  },
  {
    displayName: "Additional Fields",
    name: "additionalFields",
    type: "collection",
    placeholder: "Add Field",
    default: {},
    displayOptions: {
      show: {
        resource: [
          "connection"
        ],
        operation: [
          "create"
        ]
      }
    },
    options: [
      {
        displayName: "Callback",
        name: "callback",
        type: "options",
        options: [
          {
            name: "Redirect URL",
            value: "redirect_url"
          },
          {
            name: "Server",
            value: "server"
          }
        ],
        default: "redirect_url",
        description: "For mode headless: where the platform sends the person with the code. redirect_url (the default when there is one): to your page, which must be registered at the platform. server: to this server, which completes the connection and sends the person on to redirect_url with connection_id and status added.",
        routing: {
          send: {
            type: "body",
            property: "callback"
          }
        }
      },
      {
        displayName: "Mode",
        name: "mode",
        type: "options",
        options: [
          {
            name: "Headless",
            value: "headless"
          },
          {
            name: "Hosted",
            value: "hosted"
          }
        ],
        default: "hosted",
        description: "Hosted: the person returns to this server, which redirects them to redirect_url. headless: your own page receives the code, or you have credentials; complete the connection with them.",
        routing: {
          send: {
            type: "body",
            property: "mode"
          }
        }
      },
      {
        displayName: "Options",
        name: "options",
        type: "json",
        default: "{}",
        description: "Input that the platform needs before the sign-in; see GET /v1/platforms. At most 16 KiB as JSON.",
        routing: {
          send: {
            type: "body",
            property: "options",
            value: "={{ typeof $value === 'string' ? JSON.parse($value) : $value }}"
          }
        }
      },
      {
        displayName: "Redirect URL",
        name: "redirect_url",
        type: "string",
        default: "",
        description: "The absolute URL where the person goes after the sign-in",
        routing: {
          send: {
            type: "body",
            property: "redirect_url"
          }
        }
      }
    ]
  },
  {
    displayName: "Return All",
    name: "returnAll",
    type: "boolean",
    default: false,
    description: "Whether to return all results or only up to a given limit",
    displayOptions: {
      show: {
        resource: [
          "connection"
        ],
        operation: [
          "getAll"
        ]
      }
    },
    routing: {
      send: {
        paginate: "={{ $value }}",
        type: "query",
        property: "limit",
        value: "={{ $value ? 100 : undefined }}"
      },
      operations: {
        pagination: {
          type: "generic",
          properties: {
            continue: "={{ !!$response.body?.next_cursor }}",
            request: {
              url: "={{ $request.url + ($response.body?.next_cursor ? '?cursor=' + encodeURIComponent($response.body.next_cursor) : '') }}"
            }
          }
        }
      }
    }
  },
  {
    displayName: "Limit",
    name: "limit",
    type: "number",
    typeOptions: {
      minValue: 1,
      maxValue: 100
    },
    default: 50,
    description: "Max number of results to return",
    displayOptions: {
      show: {
        resource: [
          "connection"
        ],
        operation: [
          "getAll"
        ],
        returnAll: [
          false
        ]
      }
    },
    routing: {
      send: {
        type: "query",
        property: "limit"
      },
      output: {
        maxResults: "={{ $value }}"
      }
    }
  },
  {
    displayName: "Filters",
    name: "filters",
    type: "collection",
    placeholder: "Add Field",
    default: {},
    displayOptions: {
      show: {
        resource: [
          "connection"
        ],
        operation: [
          "getAll"
        ]
      }
    },
    options: [
      {
        displayName: "Platform",
        name: "platform",
        type: "string",
        default: "",
        description: "A platform ID from GET /v1/platforms",
        routing: {
          send: {
            type: "query",
            property: "platform"
          }
        }
      },
      {
        displayName: "Profile ID",
        name: "profile_id",
        type: "string",
        default: "",
        routing: {
          send: {
            type: "query",
            property: "profile_id"
          }
        }
      },
      {
        displayName: "Status",
        name: "status",
        type: "options",
        options: [
          {
            name: "Awaiting Selection",
            value: "awaiting_selection"
          },
          {
            name: "Awaiting User",
            value: "awaiting_user"
          },
          {
            name: "Completed",
            value: "completed"
          },
          {
            name: "Expired",
            value: "expired"
          },
          {
            name: "Failed",
            value: "failed"
          }
        ],
        default: "awaiting_selection",
        routing: {
          send: {
            type: "query",
            property: "status"
          }
        }
      }
    ]
  },
  {
    displayName: "Connection ID",
    name: "id",
    type: "string",
    required: true,
    default: "",
    displayOptions: {
      show: {
        resource: [
          "connection"
        ],
        operation: [
          "get"
        ]
      }
    }
  },
  {
    displayName: "Connection ID",
    name: "id",
    type: "string",
    required: true,
    default: "",
    displayOptions: {
      show: {
        resource: [
          "connection"
        ],
        operation: [
          "complete"
        ]
      }
    }
  },
  {
    displayName: "Additional Fields",
    name: "additionalFields",
    type: "collection",
    placeholder: "Add Field",
    default: {},
    displayOptions: {
      show: {
        resource: [
          "connection"
        ],
        operation: [
          "complete"
        ]
      }
    },
    options: [
      {
        displayName: "Code",
        name: "code",
        type: "string",
        default: "",
        typeOptions: {
          password: true
        },
        routing: {
          send: {
            type: "body",
            property: "code"
          }
        }
      },
      {
        displayName: "Credentials",
        name: "credentials",
        type: "json",
        default: "{}",
        description: "Their schema is in GET /v1/platforms. At most 16 KiB as JSON.",
        routing: {
          send: {
            type: "body",
            property: "credentials",
            value: "={{ typeof $value === 'string' ? JSON.parse($value) : $value }}"
          }
        }
      },
      {
        displayName: "State",
        name: "state",
        type: "string",
        default: "",
        routing: {
          send: {
            type: "body",
            property: "state"
          }
        }
      }
    ]
  },
  {
    displayName: "Connection ID",
    name: "id",
    type: "string",
    required: true,
    default: "",
    displayOptions: {
      show: {
        resource: [
          "connection"
        ],
        operation: [
          "entities"
        ]
      }
    }
  },
  {
    displayName: "Return All",
    name: "returnAll",
    type: "boolean",
    default: false,
    description: "Whether to return all results or only up to a given limit",
    displayOptions: {
      show: {
        resource: [
          "connection"
        ],
        operation: [
          "entities"
        ]
      }
    },
    routing: {
      send: {
        paginate: "={{ $value }}",
        type: "query",
        property: "limit",
        value: "={{ $value ? 100 : undefined }}"
      },
      operations: {
        pagination: {
          type: "generic",
          properties: {
            continue: "={{ !!$response.body?.next_cursor }}",
            request: {
              url: "={{ $request.url + ($response.body?.next_cursor ? '?cursor=' + encodeURIComponent($response.body.next_cursor) : '') }}"
            }
          }
        }
      }
    }
  },
  {
    displayName: "Limit",
    name: "limit",
    type: "number",
    typeOptions: {
      minValue: 1,
      maxValue: 100
    },
    default: 50,
    description: "Max number of results to return",
    displayOptions: {
      show: {
        resource: [
          "connection"
        ],
        operation: [
          "entities"
        ],
        returnAll: [
          false
        ]
      }
    },
    routing: {
      send: {
        type: "query",
        property: "limit"
      },
      output: {
        maxResults: "={{ $value }}"
      }
    }
  },
  {
    displayName: "Connection ID",
    name: "id",
    type: "string",
    required: true,
    default: "",
    displayOptions: {
      show: {
        resource: [
          "connection"
        ],
        operation: [
          "select"
        ]
      }
    }
  },
  {
    displayName: "External ID",
    name: "external_id",
    type: "string",
    default: "",
    routing: {
      send: {
        type: "body",
        property: "external_id"
      }
    },
    required: true,
    displayOptions: {
      show: {
        resource: [
          "connection"
        ],
        operation: [
          "select"
        ]
      }
    }
  },
  {
    displayName: "Operation",
    name: "operation",
    type: "options",
    noDataExpression: true,
    displayOptions: {
      show: {
        resource: [
          "account"
        ]
      }
    },
    options: [
      {
        name: "Analytics",
        value: "analytics",
        action: "Read the daily metrics of an account",
        description: "The stored values, one per day. unavailable lists the metrics that the platform does not have.",
        routing: {
          request: {
            method: "GET",
            url: "=/v1/accounts/{{ encodeURIComponent($parameter[\"id\"]) }}/analytics"
          }
        }
      },
      {
        name: "Avatar",
        value: "avatar",
        action: "Download the picture of an account",
        description: "The picture from the platform, at most 1 MiB; JPEG, PNG, GIF or WebP. It may be a day old. Returns 404 when there is none.",
        routing: {
          request: {
            method: "GET",
            url: "=/v1/accounts/{{ encodeURIComponent($parameter[\"id\"]) }}/avatar",
            encoding: "arraybuffer",
            json: false
          },
          output: {
            postReceive: [
              {
                type: "binaryData",
                properties: {
                  destinationProperty: "data"
                }
              }
            ]
          }
        }
      },
      {
        name: "Check Health",
        value: "checkHealth",
        action: "Check the health of an account now",
        description: "Asks the platform. An account with status reauth_required whose sign-in works again becomes connected.",
        routing: {
          request: {
            method: "POST",
            url: "=/v1/accounts/{{ encodeURIComponent($parameter[\"id\"]) }}/health",
            headers: {
              "Idempotency-Key": "=n8n-{{ $execution.id }}-{{ $nodeId }}-{{ $runIndex }}-{{ $itemIndex }}"
            }
          }
        }
      },
      {
        name: "Disconnect",
        value: "disconnect",
        action: "Disconnect an account",
        description: "Deletes its tokens. Its ID and history are kept: reconnecting restores the account.",
        routing: {
          request: {
            method: "DELETE",
            url: "=/v1/accounts/{{ encodeURIComponent($parameter[\"id\"]) }}",
            headers: {
              "Idempotency-Key": "=n8n-{{ $execution.id }}-{{ $nodeId }}-{{ $runIndex }}-{{ $itemIndex }}"
            }
          }
        }
      },
      {
        name: "Get",
        value: "get",
        action: "Read one account",
        description: "Read one account",
        routing: {
          request: {
            method: "GET",
            url: "=/v1/accounts/{{ encodeURIComponent($parameter[\"id\"]) }}"
          }
        }
      },
      {
        name: "Get Health",
        value: "getHealth",
        action: "Read the last health check of an account",
        description: "Read the last health check of an account",
        routing: {
          request: {
            method: "GET",
            url: "=/v1/accounts/{{ encodeURIComponent($parameter[\"id\"]) }}/health"
          }
        }
      },
      {
        name: "Get Many",
        value: "getAll",
        action: "List accounts",
        description: "List accounts, newest first",
        routing: {
          request: {
            method: "GET",
            url: "/v1/accounts"
          },
          output: {
            postReceive: [
              {
                type: "rootProperty",
                properties: {
                  property: "data"
                }
              }
            ]
          }
        }
      },
      {
        name: "List Entities",
        value: "listEntities",
        action: "List the entities an account can act as",
        description: "List the entities an account can act as",
        routing: {
          request: {
            method: "GET",
            url: "=/v1/accounts/{{ encodeURIComponent($parameter[\"id\"]) }}/entities"
          },
          output: {
            postReceive: [
              {
                type: "rootProperty",
                properties: {
                  property: "data"
                }
              }
            ]
          }
        }
      },
      {
        name: "List Feeds",
        value: "listFeeds",
        action: "List the feeds of an account",
        description: "With the times of the last and the next read. Feeds that the platform pushes are also polled, so that nothing is missed.",
        routing: {
          request: {
            method: "GET",
            url: "=/v1/accounts/{{ encodeURIComponent($parameter[\"id\"]) }}/feeds"
          },
          output: {
            postReceive: [
              {
                type: "rootProperty",
                properties: {
                  property: "data"
                }
              }
            ]
          }
        }
      },
      {
        name: "List Health",
        value: "listHealth",
        action: "List the health of accounts",
        description: "List the health of accounts, newest first",
        routing: {
          request: {
            method: "GET",
            url: "/v1/accounts/health"
          },
          output: {
            postReceive: [
              {
                type: "rootProperty",
                properties: {
                  property: "data"
                }
              }
            ]
          }
        }
      },
      {
        name: "Reconnect",
        value: "reconnect",
        action: "Start a new sign in of an account",
        description: "Returns a connection; complete it like the first one. The same person must sign in. The account keeps its ID, its entity and its history.",
        routing: {
          request: {
            method: "POST",
            url: "=/v1/accounts/{{ encodeURIComponent($parameter[\"id\"]) }}/reconnect",
            headers: {
              "Idempotency-Key": "=n8n-{{ $execution.id }}-{{ $nodeId }}-{{ $runIndex }}-{{ $itemIndex }}"
            }
          }
        }
      },
      {
        name: "Refresh Entities",
        value: "refreshEntities",
        action: "Refresh the entities of an account from the platform",
        description: "If its active entity is gone, the account becomes pending_selection until you choose another one",
        routing: {
          request: {
            method: "POST",
            url: "=/v1/accounts/{{ encodeURIComponent($parameter[\"id\"]) }}/entities/refresh",
            headers: {
              "Idempotency-Key": "=n8n-{{ $execution.id }}-{{ $nodeId }}-{{ $runIndex }}-{{ $itemIndex }}"
            }
          }
        }
      },
      {
        name: "Register Number",
        value: "registerNumber",
        action: "Register the phone number of an account",
        description: "Register the phone number of an account",
        routing: {
          request: {
            method: "POST",
            url: "=/v1/accounts/{{ encodeURIComponent($parameter[\"id\"]) }}/register-number",
            headers: {
              "Idempotency-Key": "=n8n-{{ $execution.id }}-{{ $nodeId }}-{{ $runIndex }}-{{ $itemIndex }}"
            }
          }
        }
      },
      {
        name: "Request Code",
        value: "requestCode",
        action: "Send a code to the phone number of an account",
        description: "The first step for a new number: the code proves that the number is yours. Then verify the code and register the number. For platforms with the capability numbers.verify.",
        routing: {
          request: {
            method: "POST",
            url: "=/v1/accounts/{{ encodeURIComponent($parameter[\"id\"]) }}/request-code",
            headers: {
              "Idempotency-Key": "=n8n-{{ $execution.id }}-{{ $nodeId }}-{{ $runIndex }}-{{ $itemIndex }}"
            }
          }
        }
      },
      {
        name: "Set Active Entity",
        value: "setActiveEntity",
        action: "Set the entity an account acts as",
        description: "Set the entity an account acts as",
        routing: {
          request: {
            method: "PUT",
            url: "=/v1/accounts/{{ encodeURIComponent($parameter[\"id\"]) }}/active-entity",
            headers: {
              "Idempotency-Key": "=n8n-{{ $execution.id }}-{{ $nodeId }}-{{ $runIndex }}-{{ $itemIndex }}"
            }
          }
        }
      },
      {
        name: "Verify Code",
        value: "verifyCode",
        action: "Verify the phone number of an account with the code",
        description: "Verify the phone number of an account with the code",
        routing: {
          request: {
            method: "POST",
            url: "=/v1/accounts/{{ encodeURIComponent($parameter[\"id\"]) }}/verify-code",
            headers: {
              "Idempotency-Key": "=n8n-{{ $execution.id }}-{{ $nodeId }}-{{ $runIndex }}-{{ $itemIndex }}"
            }
          }
        }
      }
    ],
    default: "analytics"
  },
  {
    displayName: "Return All",
    name: "returnAll",
    type: "boolean",
    default: false,
    description: "Whether to return all results or only up to a given limit",
    displayOptions: {
      show: {
        resource: [
          "account"
        ],
        operation: [
          "getAll"
        ]
      }
    },
    routing: {
      send: {
        paginate: "={{ $value }}",
        type: "query",
        property: "limit",
        value: "={{ $value ? 100 : undefined }}"
      },
      operations: {
        pagination: {
          type: "generic",
          properties: {
            continue: "={{ !!$response.body?.next_cursor }}",
            request: {
              url: "={{ $request.url + ($response.body?.next_cursor ? '?cursor=' + encodeURIComponent($response.body.next_cursor) : '') }}"
            }
          }
        }
      }
    }
  },
  {
    displayName: "Limit",
    name: "limit",
    type: "number",
    typeOptions: {
      minValue: 1,
      maxValue: 100
    },
    default: 50,
    description: "Max number of results to return",
    displayOptions: {
      show: {
        resource: [
          "account"
        ],
        operation: [
          "getAll"
        ],
        returnAll: [
          false
        ]
      }
    },
    routing: {
      send: {
        type: "query",
        property: "limit"
      },
      output: {
        maxResults: "={{ $value }}"
      }
    }
  },
  {
    displayName: "Filters",
    name: "filters",
    type: "collection",
    placeholder: "Add Field",
    default: {},
    displayOptions: {
      show: {
        resource: [
          "account"
        ],
        operation: [
          "getAll"
        ]
      }
    },
    options: [
      {
        displayName: "Platform",
        name: "platform",
        type: "string",
        default: "",
        description: "A platform ID from GET /v1/platforms",
        routing: {
          send: {
            type: "query",
            property: "platform"
          }
        }
      },
      {
        displayName: "Profile ID",
        name: "profile_id",
        type: "string",
        default: "",
        routing: {
          send: {
            type: "query",
            property: "profile_id"
          }
        }
      },
      {
        displayName: "Status",
        name: "status",
        type: "options",
        options: [
          {
            name: "Connected",
            value: "connected"
          },
          {
            name: "Disconnected",
            value: "disconnected"
          },
          {
            name: "Expiring",
            value: "expiring"
          },
          {
            name: "Pending Selection",
            value: "pending_selection"
          },
          {
            name: "Reauth Required",
            value: "reauth_required"
          }
        ],
        default: "connected",
        routing: {
          send: {
            type: "query",
            property: "status"
          }
        }
      }
    ]
  },
  {
    displayName: "Return All",
    name: "returnAll",
    type: "boolean",
    default: false,
    description: "Whether to return all results or only up to a given limit",
    displayOptions: {
      show: {
        resource: [
          "account"
        ],
        operation: [
          "listHealth"
        ]
      }
    },
    routing: {
      send: {
        paginate: "={{ $value }}",
        type: "query",
        property: "limit",
        value: "={{ $value ? 100 : undefined }}"
      },
      operations: {
        pagination: {
          type: "generic",
          properties: {
            continue: "={{ !!$response.body?.next_cursor }}",
            request: {
              url: "={{ $request.url + ($response.body?.next_cursor ? '?cursor=' + encodeURIComponent($response.body.next_cursor) : '') }}"
            }
          }
        }
      }
    }
  },
  {
    displayName: "Limit",
    name: "limit",
    type: "number",
    typeOptions: {
      minValue: 1,
      maxValue: 100
    },
    default: 50,
    description: "Max number of results to return",
    displayOptions: {
      show: {
        resource: [
          "account"
        ],
        operation: [
          "listHealth"
        ],
        returnAll: [
          false
        ]
      }
    },
    routing: {
      send: {
        type: "query",
        property: "limit"
      },
      output: {
        maxResults: "={{ $value }}"
      }
    }
  },
  {
    displayName: "Filters",
    name: "filters",
    type: "collection",
    placeholder: "Add Field",
    default: {},
    displayOptions: {
      show: {
        resource: [
          "account"
        ],
        operation: [
          "listHealth"
        ]
      }
    },
    options: [
      {
        displayName: "Platform",
        name: "platform",
        type: "string",
        default: "",
        description: "A platform ID from GET /v1/platforms",
        routing: {
          send: {
            type: "query",
            property: "platform"
          }
        }
      },
      {
        displayName: "Profile ID",
        name: "profile_id",
        type: "string",
        default: "",
        routing: {
          send: {
            type: "query",
            property: "profile_id"
          }
        }
      },
      {
        displayName: "Status",
        name: "status",
        type: "options",
        options: [
          {
            name: "Connected",
            value: "connected"
          },
          {
            name: "Disconnected",
            value: "disconnected"
          },
          {
            name: "Expiring",
            value: "expiring"
          },
          {
            name: "Pending Selection",
            value: "pending_selection"
          },
          {
            name: "Reauth Required",
            value: "reauth_required"
          }
        ],
        default: "connected",
        routing: {
          send: {
            type: "query",
            property: "status"
          }
        }
      }
    ]
  },
  {
    displayName: "Account ID",
    name: "id",
    type: "string",
    required: true,
    default: "",
    displayOptions: {
      show: {
        resource: [
          "account"
        ],
        operation: [
          "get"
        ]
      }
    }
  },
  {
    displayName: "Account ID",
    name: "id",
    type: "string",
    required: true,
    default: "",
    displayOptions: {
      show: {
        resource: [
          "account"
        ],
        operation: [
          "avatar"
        ]
      }
    }
  },
  {
    displayName: "Account ID",
    name: "id",
    type: "string",
    required: true,
    default: "",
    displayOptions: {
      show: {
        resource: [
          "account"
        ],
        operation: [
          "disconnect"
        ]
      }
    }
  },
  {
    displayName: "Account ID",
    name: "id",
    type: "string",
    required: true,
    default: "",
    displayOptions: {
      show: {
        resource: [
          "account"
        ],
        operation: [
          "reconnect"
        ]
      }
    }
  },
  {
    displayName: "Additional Fields",
    name: "additionalFields",
    type: "collection",
    placeholder: "Add Field",
    default: {},
    displayOptions: {
      show: {
        resource: [
          "account"
        ],
        operation: [
          "reconnect"
        ]
      }
    },
    options: [
      {
        displayName: "Callback",
        name: "callback",
        type: "options",
        options: [
          {
            name: "Redirect URL",
            value: "redirect_url"
          },
          {
            name: "Server",
            value: "server"
          }
        ],
        default: "redirect_url",
        description: "For mode headless: where the platform sends the person with the code. redirect_url (the default when there is one): to your page, which must be registered at the platform. server: to this server, which completes the connection and sends the person on to redirect_url with connection_id and status added.",
        routing: {
          send: {
            type: "body",
            property: "callback"
          }
        }
      },
      {
        displayName: "Mode",
        name: "mode",
        type: "options",
        options: [
          {
            name: "Headless",
            value: "headless"
          },
          {
            name: "Hosted",
            value: "hosted"
          }
        ],
        default: "hosted",
        description: "Hosted: the person returns to this server, which redirects them to redirect_url. headless: your own page receives the code, or you have credentials; complete the connection with them.",
        routing: {
          send: {
            type: "body",
            property: "mode"
          }
        }
      },
      {
        displayName: "Options",
        name: "options",
        type: "json",
        default: "{}",
        description: "Input that the platform needs before the sign-in; see GET /v1/platforms. At most 16 KiB as JSON.",
        routing: {
          send: {
            type: "body",
            property: "options",
            value: "={{ typeof $value === 'string' ? JSON.parse($value) : $value }}"
          }
        }
      },
      {
        displayName: "Redirect URL",
        name: "redirect_url",
        type: "string",
        default: "",
        description: "The absolute URL where the person goes after the sign-in",
        routing: {
          send: {
            type: "body",
            property: "redirect_url"
          }
        }
      }
    ]
  },
  {
    displayName: "Account ID",
    name: "id",
    type: "string",
    required: true,
    default: "",
    displayOptions: {
      show: {
        resource: [
          "account"
        ],
        operation: [
          "getHealth"
        ]
      }
    }
  },
  {
    displayName: "Account ID",
    name: "id",
    type: "string",
    required: true,
    default: "",
    displayOptions: {
      show: {
        resource: [
          "account"
        ],
        operation: [
          "checkHealth"
        ]
      }
    }
  },
  {
    displayName: "Account ID",
    name: "id",
    type: "string",
    required: true,
    default: "",
    displayOptions: {
      show: {
        resource: [
          "account"
        ],
        operation: [
          "listEntities"
        ]
      }
    }
  },
  {
    displayName: "Return All",
    name: "returnAll",
    type: "boolean",
    default: false,
    description: "Whether to return all results or only up to a given limit",
    displayOptions: {
      show: {
        resource: [
          "account"
        ],
        operation: [
          "listEntities"
        ]
      }
    },
    routing: {
      send: {
        paginate: "={{ $value }}",
        type: "query",
        property: "limit",
        value: "={{ $value ? 100 : undefined }}"
      },
      operations: {
        pagination: {
          type: "generic",
          properties: {
            continue: "={{ !!$response.body?.next_cursor }}",
            request: {
              url: "={{ $request.url + ($response.body?.next_cursor ? '?cursor=' + encodeURIComponent($response.body.next_cursor) : '') }}"
            }
          }
        }
      }
    }
  },
  {
    displayName: "Limit",
    name: "limit",
    type: "number",
    typeOptions: {
      minValue: 1,
      maxValue: 100
    },
    default: 50,
    description: "Max number of results to return",
    displayOptions: {
      show: {
        resource: [
          "account"
        ],
        operation: [
          "listEntities"
        ],
        returnAll: [
          false
        ]
      }
    },
    routing: {
      send: {
        type: "query",
        property: "limit"
      },
      output: {
        maxResults: "={{ $value }}"
      }
    }
  },
  {
    displayName: "Account ID",
    name: "id",
    type: "string",
    required: true,
    default: "",
    displayOptions: {
      show: {
        resource: [
          "account"
        ],
        operation: [
          "refreshEntities"
        ]
      }
    }
  },
  {
    displayName: "Account ID",
    name: "id",
    type: "string",
    required: true,
    default: "",
    displayOptions: {
      show: {
        resource: [
          "account"
        ],
        operation: [
          "setActiveEntity"
        ]
      }
    }
  },
  {
    displayName: "Entity ID",
    name: "entity_id",
    type: "string",
    default: "",
    routing: {
      send: {
        type: "body",
        property: "entity_id"
      }
    },
    required: true,
    displayOptions: {
      show: {
        resource: [
          "account"
        ],
        operation: [
          "setActiveEntity"
        ]
      }
    }
  },
  {
    displayName: "Account ID",
    name: "id",
    type: "string",
    required: true,
    default: "",
    displayOptions: {
      show: {
        resource: [
          "account"
        ],
        operation: [
          "analytics"
        ]
      }
    }
  },
  {
    displayName: "Filters",
    name: "filters",
    type: "collection",
    placeholder: "Add Field",
    default: {},
    displayOptions: {
      show: {
        resource: [
          "account"
        ],
        operation: [
          "analytics"
        ]
      }
    },
    options: [
      {
        displayName: "Metrics",
        name: "metrics",
        type: "string",
        default: "",
        description: "Names, separated by commas; defaults to all",
        routing: {
          send: {
            type: "query",
            property: "metrics"
          }
        }
      },
      {
        displayName: "Since",
        name: "since",
        type: "string",
        default: "",
        description: "First day; defaults to 29 days before until",
        routing: {
          send: {
            type: "query",
            property: "since"
          }
        }
      },
      {
        displayName: "Until",
        name: "until",
        type: "string",
        default: "",
        description: "Last day; defaults to today",
        routing: {
          send: {
            type: "query",
            property: "until"
          }
        }
      }
    ]
  },
  {
    displayName: "Account ID",
    name: "id",
    type: "string",
    required: true,
    default: "",
    displayOptions: {
      show: {
        resource: [
          "account"
        ],
        operation: [
          "requestCode"
        ]
      }
    }
  },
  {
    displayName: "Method",
    name: "method",
    type: "options",
    options: [
      {
        name: "Sms",
        value: "sms"
      },
      {
        name: "Voice",
        value: "voice"
      }
    ],
    default: "sms",
    description: "A text message, or a call that reads out the code",
    routing: {
      send: {
        type: "body",
        property: "method"
      }
    },
    required: true,
    displayOptions: {
      show: {
        resource: [
          "account"
        ],
        operation: [
          "requestCode"
        ]
      }
    }
  },
  {
    displayName: "Additional Fields",
    name: "additionalFields",
    type: "collection",
    placeholder: "Add Field",
    default: {},
    displayOptions: {
      show: {
        resource: [
          "account"
        ],
        operation: [
          "requestCode"
        ]
      }
    },
    options: [
      {
        displayName: "Language",
        name: "language",
        type: "string",
        default: "en_US",
        description: "The language of the message or the call",
        routing: {
          send: {
            type: "body",
            property: "language"
          }
        }
      }
    ]
  },
  {
    displayName: "Account ID",
    name: "id",
    type: "string",
    required: true,
    default: "",
    displayOptions: {
      show: {
        resource: [
          "account"
        ],
        operation: [
          "verifyCode"
        ]
      }
    }
  },
  {
    displayName: "Code",
    name: "code",
    type: "string",
    default: "",
    typeOptions: {
      password: true
    },
    description: "Used for this call only and never stored",
    routing: {
      send: {
        type: "body",
        property: "code"
      }
    },
    required: true,
    displayOptions: {
      show: {
        resource: [
          "account"
        ],
        operation: [
          "verifyCode"
        ]
      }
    }
  },
  {
    displayName: "Account ID",
    name: "id",
    type: "string",
    required: true,
    default: "",
    displayOptions: {
      show: {
        resource: [
          "account"
        ],
        operation: [
          "registerNumber"
        ]
      }
    }
  },
  {
    displayName: "Pin",
    name: "pin",
    type: "string",
    default: "",
    typeOptions: {
      password: true
    },
    description: "Used for this call only and never stored",
    routing: {
      send: {
        type: "body",
        property: "pin"
      }
    },
    required: true,
    displayOptions: {
      show: {
        resource: [
          "account"
        ],
        operation: [
          "registerNumber"
        ]
      }
    }
  },
  {
    displayName: "Additional Fields",
    name: "additionalFields",
    type: "collection",
    placeholder: "Add Field",
    default: {},
    displayOptions: {
      show: {
        resource: [
          "account"
        ],
        operation: [
          "registerNumber"
        ]
      }
    },
    options: [
      {
        displayName: "Data Localization Region",
        name: "data_localization_region",
        type: "string",
        default: "",
        routing: {
          send: {
            type: "body",
            property: "data_localization_region"
          }
        }
      }
    ]
  },
  {
    displayName: "Account ID",
    name: "id",
    type: "string",
    required: true,
    default: "",
    displayOptions: {
      show: {
        resource: [
          "account"
        ],
        operation: [
          "listFeeds"
        ]
      }
    }
  },
  {
    displayName: "Return All",
    name: "returnAll",
    type: "boolean",
    default: false,
    description: "Whether to return all results or only up to a given limit",
    displayOptions: {
      show: {
        resource: [
          "account"
        ],
        operation: [
          "listFeeds"
        ]
      }
    },
    routing: {
      send: {
        paginate: "={{ $value }}",
        type: "query",
        property: "limit",
        value: "={{ $value ? 100 : undefined }}"
      },
      operations: {
        pagination: {
          type: "generic",
          properties: {
            continue: "={{ !!$response.body?.next_cursor }}",
            request: {
              url: "={{ $request.url + ($response.body?.next_cursor ? '?cursor=' + encodeURIComponent($response.body.next_cursor) : '') }}"
            }
          }
        }
      }
    }
  },
  {
    displayName: "Limit",
    name: "limit",
    type: "number",
    typeOptions: {
      minValue: 1,
      maxValue: 100
    },
    default: 50,
    description: "Max number of results to return",
    displayOptions: {
      show: {
        resource: [
          "account"
        ],
        operation: [
          "listFeeds"
        ],
        returnAll: [
          false
        ]
      }
    },
    routing: {
      send: {
        type: "query",
        property: "limit"
      },
      output: {
        maxResults: "={{ $value }}"
      }
    }
  },
  {
    displayName: "Operation",
    name: "operation",
    type: "options",
    noDataExpression: true,
    displayOptions: {
      show: {
        resource: [
          "comment"
        ]
      }
    },
    options: [
      {
        name: "Avatar",
        value: "avatar",
        action: "Download the author picture of a comment",
        description: "The picture from the platform, at most 1 MiB; JPEG, PNG, GIF or WebP. It may be a day old. Returns 404 when there is none.",
        routing: {
          request: {
            method: "GET",
            url: "=/v1/comments/{{ encodeURIComponent($parameter[\"id\"]) }}/avatar",
            encoding: "arraybuffer",
            json: false
          },
          output: {
            postReceive: [
              {
                type: "binaryData",
                properties: {
                  destinationProperty: "data"
                }
              }
            ]
          }
        }
      },
      {
        name: "Get",
        value: "get",
        action: "Read one comment",
        description: "Read one comment",
        routing: {
          request: {
            method: "GET",
            url: "=/v1/comments/{{ encodeURIComponent($parameter[\"id\"]) }}"
          }
        }
      },
      {
        name: "Get Many",
        value: "getAll",
        action: "List comments",
        description: "List comments, newest first",
        routing: {
          request: {
            method: "GET",
            url: "/v1/comments"
          },
          output: {
            postReceive: [
              {
                type: "rootProperty",
                properties: {
                  property: "data"
                }
              }
            ]
          }
        }
      },
      {
        name: "Moderate",
        value: "moderate",
        action: "Hide",
        description: "Acts on the platform. Succeeds if the comment is already in this state. After delete, comment is null.",
        routing: {
          request: {
            method: "POST",
            url: "=/v1/comments/{{ encodeURIComponent($parameter[\"id\"]) }}/moderate",
            headers: {
              "Idempotency-Key": "=n8n-{{ $execution.id }}-{{ $nodeId }}-{{ $runIndex }}-{{ $itemIndex }}"
            }
          }
        }
      },
      {
        name: "Reply",
        value: "reply",
        action: "Reply to a comment",
        description: "Returns the reply, which is also a comment. If the outcome is unknown (outcome: unknown), repeat the call with the same Idempotency-Key: the reply is looked up on the platform before it is sent again.",
        routing: {
          request: {
            method: "POST",
            url: "=/v1/comments/{{ encodeURIComponent($parameter[\"id\"]) }}/reply",
            headers: {
              "Idempotency-Key": "=n8n-{{ $execution.id }}-{{ $nodeId }}-{{ $runIndex }}-{{ $itemIndex }}"
            }
          }
        }
      }
    ],
    default: "avatar"
  },
  {
    displayName: "Return All",
    name: "returnAll",
    type: "boolean",
    default: false,
    description: "Whether to return all results or only up to a given limit",
    displayOptions: {
      show: {
        resource: [
          "comment"
        ],
        operation: [
          "getAll"
        ]
      }
    },
    routing: {
      send: {
        paginate: "={{ $value }}",
        type: "query",
        property: "limit",
        value: "={{ $value ? 100 : undefined }}"
      },
      operations: {
        pagination: {
          type: "generic",
          properties: {
            continue: "={{ !!$response.body?.next_cursor }}",
            request: {
              url: "={{ $request.url + ($response.body?.next_cursor ? '?cursor=' + encodeURIComponent($response.body.next_cursor) : '') }}"
            }
          }
        }
      }
    }
  },
  {
    displayName: "Limit",
    name: "limit",
    type: "number",
    typeOptions: {
      minValue: 1,
      maxValue: 100
    },
    default: 50,
    description: "Max number of results to return",
    displayOptions: {
      show: {
        resource: [
          "comment"
        ],
        operation: [
          "getAll"
        ],
        returnAll: [
          false
        ]
      }
    },
    routing: {
      send: {
        type: "query",
        property: "limit"
      },
      output: {
        maxResults: "={{ $value }}"
      }
    }
  },
  {
    displayName: "Filters",
    name: "filters",
    type: "collection",
    placeholder: "Add Field",
    default: {},
    displayOptions: {
      show: {
        resource: [
          "comment"
        ],
        operation: [
          "getAll"
        ]
      }
    },
    options: [
      {
        displayName: "Account ID",
        name: "account_id",
        type: "string",
        default: "",
        routing: {
          send: {
            type: "query",
            property: "account_id"
          }
        }
      },
      {
        displayName: "External Media ID",
        name: "external_media_id",
        type: "string",
        default: "",
        routing: {
          send: {
            type: "query",
            property: "external_media_id"
          }
        }
      },
      {
        displayName: "Hidden",
        name: "hidden",
        type: "boolean",
        default: false,
        description: "Whether true for hidden comments, false for the others",
        routing: {
          send: {
            type: "query",
            property: "hidden"
          }
        }
      },
      {
        displayName: "Post ID",
        name: "post_id",
        type: "string",
        default: "",
        routing: {
          send: {
            type: "query",
            property: "post_id"
          }
        }
      },
      {
        displayName: "Unanswered",
        name: "unanswered",
        type: "boolean",
        default: false,
        description: "Whether true for others' comments that the account has not replied to, false for its own and those with a reply",
        routing: {
          send: {
            type: "query",
            property: "unanswered"
          }
        }
      }
    ]
  },
  {
    displayName: "Comment ID",
    name: "id",
    type: "string",
    required: true,
    default: "",
    displayOptions: {
      show: {
        resource: [
          "comment"
        ],
        operation: [
          "get"
        ]
      }
    }
  },
  {
    displayName: "Comment ID",
    name: "id",
    type: "string",
    required: true,
    default: "",
    displayOptions: {
      show: {
        resource: [
          "comment"
        ],
        operation: [
          "avatar"
        ]
      }
    }
  },
  {
    displayName: "Comment ID",
    name: "id",
    type: "string",
    required: true,
    default: "",
    displayOptions: {
      show: {
        resource: [
          "comment"
        ],
        operation: [
          "moderate"
        ]
      }
    }
  },
  {
    displayName: "Action Name",
    name: "actionName",
    type: "options",
    options: [
      {
        name: "Delete",
        value: "delete"
      },
      {
        name: "Hide",
        value: "hide"
      },
      {
        name: "Unhide",
        value: "unhide"
      }
    ],
    default: "delete",
    routing: {
      send: {
        type: "body",
        property: "action"
      }
    },
    required: true,
    displayOptions: {
      show: {
        resource: [
          "comment"
        ],
        operation: [
          "moderate"
        ]
      }
    }
  },
  {
    displayName: "Comment ID",
    name: "id",
    type: "string",
    required: true,
    default: "",
    displayOptions: {
      show: {
        resource: [
          "comment"
        ],
        operation: [
          "reply"
        ]
      }
    }
  },
  {
    displayName: "Body",
    name: "body",
    type: "string",
    default: "",
    routing: {
      send: {
        type: "body",
        property: "body"
      }
    },
    required: true,
    displayOptions: {
      show: {
        resource: [
          "comment"
        ],
        operation: [
          "reply"
        ]
      }
    }
  },
  {
    displayName: "Operation",
    name: "operation",
    type: "options",
    noDataExpression: true,
    displayOptions: {
      show: {
        resource: [
          "conversation"
        ]
      }
    },
    options: [
      {
        name: "Avatar",
        value: "avatar",
        action: "Download the picture of the other person in a conversation",
        description: "The picture from the platform, at most 1 MiB; JPEG, PNG, GIF or WebP. It may be a day old. Returns 404 when there is none.",
        routing: {
          request: {
            method: "GET",
            url: "=/v1/conversations/{{ encodeURIComponent($parameter[\"id\"]) }}/avatar",
            encoding: "arraybuffer",
            json: false
          },
          output: {
            postReceive: [
              {
                type: "binaryData",
                properties: {
                  destinationProperty: "data"
                }
              }
            ]
          }
        }
      },
      {
        name: "Get",
        value: "get",
        action: "Read one conversation",
        description: "Read one conversation",
        routing: {
          request: {
            method: "GET",
            url: "=/v1/conversations/{{ encodeURIComponent($parameter[\"id\"]) }}"
          }
        }
      },
      {
        name: "Get Many",
        value: "getAll",
        action: "List conversations",
        description: "List conversations, newest first",
        routing: {
          request: {
            method: "GET",
            url: "/v1/conversations"
          },
          output: {
            postReceive: [
              {
                type: "rootProperty",
                properties: {
                  property: "data"
                }
              }
            ]
          }
        }
      },
      {
        name: "List Messages",
        value: "listMessages",
        action: "List the messages of a conversation",
        description: "List the messages of a conversation, newest first",
        routing: {
          request: {
            method: "GET",
            url: "=/v1/conversations/{{ encodeURIComponent($parameter[\"id\"]) }}/messages"
          },
          output: {
            postReceive: [
              {
                type: "rootProperty",
                properties: {
                  property: "data"
                }
              }
            ]
          }
        }
      },
      {
        name: "Read",
        value: "read",
        action: "Mark a conversation as read",
        description: "On platforms that support it, the conversation is also marked as read there, a moment later",
        routing: {
          request: {
            method: "POST",
            url: "=/v1/conversations/{{ encodeURIComponent($parameter[\"id\"]) }}/read",
            headers: {
              "Idempotency-Key": "=n8n-{{ $execution.id }}-{{ $nodeId }}-{{ $runIndex }}-{{ $itemIndex }}"
            }
          }
        }
      },
      {
        name: "Reply",
        value: "reply",
        action: "Send a message",
        description: "Send body, free text; media_id, a file, with or without text; or template, an approved template. Returns the message as queued, with an empty external_id; later it is sent, delivered, read or failed, and each change emits message.status_changed. It is sent at most once: if the platform does not confirm it, it is looked up there and not sent again. While the message window is closed, free text is refused with 409 and a template is accepted.",
        routing: {
          request: {
            method: "POST",
            url: "=/v1/conversations/{{ encodeURIComponent($parameter[\"id\"]) }}/messages",
            headers: {
              "Idempotency-Key": "=n8n-{{ $execution.id }}-{{ $nodeId }}-{{ $runIndex }}-{{ $itemIndex }}"
            }
          }
        }
      },
      {
        name: "Start",
        value: "start",
        action: "Send a template to a phone number",
        description: "Also works for a number that has not written yet: a conversation is created, or the existing one is used. Returns the message as queued, with an empty external_id; later it is sent, delivered, read or failed, and each change emits message.status_changed. It is sent at most once: if the platform does not confirm it, it is looked up there and not sent again. For platforms with the capability messages.start.",
        routing: {
          request: {
            method: "POST",
            url: "=/v1/accounts/{{ encodeURIComponent($parameter[\"id\"]) }}/messages",
            headers: {
              "Idempotency-Key": "=n8n-{{ $execution.id }}-{{ $nodeId }}-{{ $runIndex }}-{{ $itemIndex }}"
            }
          }
        }
      },
      {
        name: "Unread",
        value: "unread",
        action: "Mark a conversation as unread",
        description: "Its unread_count is then at least 1. Platforms are not notified.",
        routing: {
          request: {
            method: "POST",
            url: "=/v1/conversations/{{ encodeURIComponent($parameter[\"id\"]) }}/unread",
            headers: {
              "Idempotency-Key": "=n8n-{{ $execution.id }}-{{ $nodeId }}-{{ $runIndex }}-{{ $itemIndex }}"
            }
          }
        }
      },
      {
        name: "Update",
        value: "update",
        action: "Archive or reopen a conversation",
        description: "An archived conversation reopens when the other person writes",
        routing: {
          request: {
            method: "PATCH",
            url: "=/v1/conversations/{{ encodeURIComponent($parameter[\"id\"]) }}",
            headers: {
              "Idempotency-Key": "=n8n-{{ $execution.id }}-{{ $nodeId }}-{{ $runIndex }}-{{ $itemIndex }}"
            }
          }
        }
      }
    ],
    default: "avatar"
  },
  {
    displayName: "Return All",
    name: "returnAll",
    type: "boolean",
    default: false,
    description: "Whether to return all results or only up to a given limit",
    displayOptions: {
      show: {
        resource: [
          "conversation"
        ],
        operation: [
          "getAll"
        ]
      }
    },
    routing: {
      send: {
        paginate: "={{ $value }}",
        type: "query",
        property: "limit",
        value: "={{ $value ? 100 : undefined }}"
      },
      operations: {
        pagination: {
          type: "generic",
          properties: {
            continue: "={{ !!$response.body?.next_cursor }}",
            request: {
              url: "={{ $request.url + ($response.body?.next_cursor ? '?cursor=' + encodeURIComponent($response.body.next_cursor) : '') }}"
            }
          }
        }
      }
    }
  },
  {
    displayName: "Limit",
    name: "limit",
    type: "number",
    typeOptions: {
      minValue: 1,
      maxValue: 100
    },
    default: 50,
    description: "Max number of results to return",
    displayOptions: {
      show: {
        resource: [
          "conversation"
        ],
        operation: [
          "getAll"
        ],
        returnAll: [
          false
        ]
      }
    },
    routing: {
      send: {
        type: "query",
        property: "limit"
      },
      output: {
        maxResults: "={{ $value }}"
      }
    }
  },
  {
    displayName: "Filters",
    name: "filters",
    type: "collection",
    placeholder: "Add Field",
    default: {},
    displayOptions: {
      show: {
        resource: [
          "conversation"
        ],
        operation: [
          "getAll"
        ]
      }
    },
    options: [
      {
        displayName: "Account ID",
        name: "account_id",
        type: "string",
        default: "",
        routing: {
          send: {
            type: "query",
            property: "account_id"
          }
        }
      },
      {
        displayName: "Order",
        name: "order",
        type: "options",
        options: [
          {
            name: "Created",
            value: "created"
          },
          {
            name: "Last Message",
            value: "last_message"
          }
        ],
        default: "created",
        description: "The time by which conversations are sorted, newest first: created, the default, or last_message, as in an inbox. A cursor is valid for one order.",
        routing: {
          send: {
            type: "query",
            property: "order"
          }
        }
      },
      {
        displayName: "Platform",
        name: "platform",
        type: "string",
        default: "",
        description: "A platform ID from GET /v1/platforms",
        routing: {
          send: {
            type: "query",
            property: "platform"
          }
        }
      },
      {
        displayName: "Q",
        name: "q",
        type: "string",
        default: "",
        description: "Text in the other person's name or the last message; not case-sensitive",
        routing: {
          send: {
            type: "query",
            property: "q"
          }
        }
      },
      {
        displayName: "Status",
        name: "status",
        type: "options",
        options: [
          {
            name: "Archived",
            value: "archived"
          },
          {
            name: "Open",
            value: "open"
          }
        ],
        default: "archived",
        routing: {
          send: {
            type: "query",
            property: "status"
          }
        }
      },
      {
        displayName: "Unread",
        name: "unread",
        type: "boolean",
        default: false,
        description: "Whether true for conversations with unread messages, false for the others",
        routing: {
          send: {
            type: "query",
            property: "unread"
          }
        }
      }
    ]
  },
  {
    displayName: "Conversation ID",
    name: "id",
    type: "string",
    required: true,
    default: "",
    displayOptions: {
      show: {
        resource: [
          "conversation"
        ],
        operation: [
          "get"
        ]
      }
    }
  },
  {
    displayName: "Conversation ID",
    name: "id",
    type: "string",
    required: true,
    default: "",
    displayOptions: {
      show: {
        resource: [
          "conversation"
        ],
        operation: [
          "avatar"
        ]
      }
    }
  },
  {
    displayName: "Conversation ID",
    name: "id",
    type: "string",
    required: true,
    default: "",
    displayOptions: {
      show: {
        resource: [
          "conversation"
        ],
        operation: [
          "update"
        ]
      }
    }
  },
  {
    displayName: "Status",
    name: "status",
    type: "options",
    options: [
      {
        name: "Archived",
        value: "archived"
      },
      {
        name: "Open",
        value: "open"
      }
    ],
    default: "archived",
    routing: {
      send: {
        type: "body",
        property: "status"
      }
    },
    required: true,
    displayOptions: {
      show: {
        resource: [
          "conversation"
        ],
        operation: [
          "update"
        ]
      }
    }
  },
  {
    displayName: "Conversation ID",
    name: "id",
    type: "string",
    required: true,
    default: "",
    displayOptions: {
      show: {
        resource: [
          "conversation"
        ],
        operation: [
          "read"
        ]
      }
    }
  },
  {
    displayName: "Conversation ID",
    name: "id",
    type: "string",
    required: true,
    default: "",
    displayOptions: {
      show: {
        resource: [
          "conversation"
        ],
        operation: [
          "unread"
        ]
      }
    }
  },
  {
    displayName: "Conversation ID",
    name: "id",
    type: "string",
    required: true,
    default: "",
    displayOptions: {
      show: {
        resource: [
          "conversation"
        ],
        operation: [
          "listMessages"
        ]
      }
    }
  },
  {
    displayName: "Return All",
    name: "returnAll",
    type: "boolean",
    default: false,
    description: "Whether to return all results or only up to a given limit",
    displayOptions: {
      show: {
        resource: [
          "conversation"
        ],
        operation: [
          "listMessages"
        ]
      }
    },
    routing: {
      send: {
        paginate: "={{ $value }}",
        type: "query",
        property: "limit",
        value: "={{ $value ? 100 : undefined }}"
      },
      operations: {
        pagination: {
          type: "generic",
          properties: {
            continue: "={{ !!$response.body?.next_cursor }}",
            request: {
              url: "={{ $request.url + ($response.body?.next_cursor ? '?cursor=' + encodeURIComponent($response.body.next_cursor) : '') }}"
            }
          }
        }
      }
    }
  },
  {
    displayName: "Limit",
    name: "limit",
    type: "number",
    typeOptions: {
      minValue: 1,
      maxValue: 100
    },
    default: 50,
    description: "Max number of results to return",
    displayOptions: {
      show: {
        resource: [
          "conversation"
        ],
        operation: [
          "listMessages"
        ],
        returnAll: [
          false
        ]
      }
    },
    routing: {
      send: {
        type: "query",
        property: "limit"
      },
      output: {
        maxResults: "={{ $value }}"
      }
    }
  },
  {
    displayName: "Conversation ID",
    name: "id",
    type: "string",
    required: true,
    default: "",
    displayOptions: {
      show: {
        resource: [
          "conversation"
        ],
        operation: [
          "reply"
        ]
      }
    }
  },
  {
    displayName: "Additional Fields",
    name: "additionalFields",
    type: "collection",
    placeholder: "Add Field",
    default: {},
    displayOptions: {
      show: {
        resource: [
          "conversation"
        ],
        operation: [
          "reply"
        ]
      }
    },
    options: [
      {
        displayName: "Body",
        name: "body",
        type: "string",
        default: "",
        description: "Free text",
        routing: {
          send: {
            type: "body",
            property: "body"
          }
        }
      },
      {
        displayName: "Media ID",
        name: "media_id",
        type: "string",
        default: "",
        description: "A media asset to send, with body as its caption. For platforms with the capability messages.media.",
        routing: {
          send: {
            type: "body",
            property: "media_id"
          }
        }
      },
      {
        displayName: "Template",
        name: "template",
        type: "json",
        default: "{}",
        routing: {
          send: {
            type: "body",
            property: "template",
            value: "={{ typeof $value === 'string' ? JSON.parse($value) : $value }}"
          }
        }
      }
    ]
  },
  {
    displayName: "Account ID",
    name: "id",
    type: "string",
    required: true,
    default: "",
    displayOptions: {
      show: {
        resource: [
          "conversation"
        ],
        operation: [
          "start"
        ]
      }
    }
  },
  {
    displayName: "To",
    name: "to",
    type: "string",
    default: "",
    description: "A phone number in E.164 format: a plus sign, the country code and the number, digits only",
    routing: {
      send: {
        type: "body",
        property: "to"
      }
    },
    required: true,
    displayOptions: {
      show: {
        resource: [
          "conversation"
        ],
        operation: [
          "start"
        ]
      }
    }
  },
  {
    displayName: "Template",
    name: "template",
    type: "json",
    default: "{\n  \"name\": \"order_update\",\n  \"language\": \"en\",\n  \"components\": [\n    {\n      \"type\": \"body\",\n      \"parameters\": [\n        {\n          \"type\": \"text\",\n          \"text\": \"1001\"\n        }\n      ]\n    }\n  ]\n}",
    routing: {
      send: {
        type: "body",
        property: "template",
        value: "={{ typeof $value === 'string' ? JSON.parse($value) : $value }}"
      }
    },
    required: true,
    displayOptions: {
      show: {
        resource: [
          "conversation"
        ],
        operation: [
          "start"
        ]
      }
    }
  },
  {
    displayName: "Operation",
    name: "operation",
    type: "options",
    noDataExpression: true,
    displayOptions: {
      show: {
        resource: [
          "message"
        ]
      }
    },
    options: [
      {
        name: "Attachment",
        value: "attachment",
        action: "Download a file of a message",
        description: "Index counts the message's attachments from 0. For files that were sent through this API, and for those that the platform releases only with our token; others have their own URL.",
        routing: {
          request: {
            method: "GET",
            url: "=/v1/messages/{{ encodeURIComponent($parameter[\"id\"]) }}/attachments/{{ encodeURIComponent($parameter[\"index\"]) }}",
            encoding: "arraybuffer",
            json: false
          },
          output: {
            postReceive: [
              {
                type: "binaryData",
                properties: {
                  destinationProperty: "data"
                }
              }
            ]
          }
        }
      }
    ],
    default: "attachment"
  },
  {
    displayName: "Message ID",
    name: "id",
    type: "string",
    required: true,
    default: "",
    displayOptions: {
      show: {
        resource: [
          "message"
        ],
        operation: [
          "attachment"
        ]
      }
    }
  },
  {
    displayName: "Index",
    name: "index",
    type: "string",
    required: true,
    default: "",
    displayOptions: {
      show: {
        resource: [
          "message"
        ],
        operation: [
          "attachment"
        ]
      }
    }
  },
  {
    displayName: "Operation",
    name: "operation",
    type: "options",
    noDataExpression: true,
    displayOptions: {
      show: {
        resource: [
          "review"
        ]
      }
    },
    options: [
      {
        name: "Avatar",
        value: "avatar",
        action: "Download the author picture of a review",
        description: "The picture from the platform, at most 1 MiB; JPEG, PNG, GIF or WebP. It may be a day old. Returns 404 when there is none.",
        routing: {
          request: {
            method: "GET",
            url: "=/v1/reviews/{{ encodeURIComponent($parameter[\"id\"]) }}/avatar",
            encoding: "arraybuffer",
            json: false
          },
          output: {
            postReceive: [
              {
                type: "binaryData",
                properties: {
                  destinationProperty: "data"
                }
              }
            ]
          }
        }
      },
      {
        name: "Delete Reply",
        value: "deleteReply",
        action: "Delete the reply to a review",
        description: "Delete the reply to a review",
        routing: {
          request: {
            method: "DELETE",
            url: "=/v1/reviews/{{ encodeURIComponent($parameter[\"id\"]) }}/reply",
            headers: {
              "Idempotency-Key": "=n8n-{{ $execution.id }}-{{ $nodeId }}-{{ $runIndex }}-{{ $itemIndex }}"
            }
          }
        }
      },
      {
        name: "Get",
        value: "get",
        action: "Read one review",
        description: "Read one review",
        routing: {
          request: {
            method: "GET",
            url: "=/v1/reviews/{{ encodeURIComponent($parameter[\"id\"]) }}"
          }
        }
      },
      {
        name: "Get Many",
        value: "getAll",
        action: "List reviews",
        description: "List reviews, newest first",
        routing: {
          request: {
            method: "GET",
            url: "/v1/reviews"
          },
          output: {
            postReceive: [
              {
                type: "rootProperty",
                properties: {
                  property: "data"
                }
              }
            ]
          }
        }
      },
      {
        name: "Reply",
        value: "reply",
        action: "Reply to a review",
        description: "A review has one reply: this sets or replaces it",
        routing: {
          request: {
            method: "PUT",
            url: "=/v1/reviews/{{ encodeURIComponent($parameter[\"id\"]) }}/reply",
            headers: {
              "Idempotency-Key": "=n8n-{{ $execution.id }}-{{ $nodeId }}-{{ $runIndex }}-{{ $itemIndex }}"
            }
          }
        }
      }
    ],
    default: "avatar"
  },
  {
    displayName: "Return All",
    name: "returnAll",
    type: "boolean",
    default: false,
    description: "Whether to return all results or only up to a given limit",
    displayOptions: {
      show: {
        resource: [
          "review"
        ],
        operation: [
          "getAll"
        ]
      }
    },
    routing: {
      send: {
        paginate: "={{ $value }}",
        type: "query",
        property: "limit",
        value: "={{ $value ? 100 : undefined }}"
      },
      operations: {
        pagination: {
          type: "generic",
          properties: {
            continue: "={{ !!$response.body?.next_cursor }}",
            request: {
              url: "={{ $request.url + ($response.body?.next_cursor ? '?cursor=' + encodeURIComponent($response.body.next_cursor) : '') }}"
            }
          }
        }
      }
    }
  },
  {
    displayName: "Limit",
    name: "limit",
    type: "number",
    typeOptions: {
      minValue: 1,
      maxValue: 100
    },
    default: 50,
    description: "Max number of results to return",
    displayOptions: {
      show: {
        resource: [
          "review"
        ],
        operation: [
          "getAll"
        ],
        returnAll: [
          false
        ]
      }
    },
    routing: {
      send: {
        type: "query",
        property: "limit"
      },
      output: {
        maxResults: "={{ $value }}"
      }
    }
  },
  {
    displayName: "Filters",
    name: "filters",
    type: "collection",
    placeholder: "Add Field",
    default: {},
    displayOptions: {
      show: {
        resource: [
          "review"
        ],
        operation: [
          "getAll"
        ]
      }
    },
    options: [
      {
        displayName: "Account ID",
        name: "account_id",
        type: "string",
        default: "",
        routing: {
          send: {
            type: "query",
            property: "account_id"
          }
        }
      },
      {
        displayName: "Rating",
        name: "rating",
        type: "number",
        default: 0,
        typeOptions: {
          minValue: 0,
          maxValue: 10
        },
        description: "Reviews with this many stars; 4.5 counts as 4",
        routing: {
          send: {
            type: "query",
            property: "rating"
          }
        }
      },
      {
        displayName: "Unanswered",
        name: "unanswered",
        type: "boolean",
        default: false,
        description: "Whether true for reviews without a reply, false for the others",
        routing: {
          send: {
            type: "query",
            property: "unanswered"
          }
        }
      }
    ]
  },
  {
    displayName: "Review ID",
    name: "id",
    type: "string",
    required: true,
    default: "",
    displayOptions: {
      show: {
        resource: [
          "review"
        ],
        operation: [
          "get"
        ]
      }
    }
  },
  {
    displayName: "Review ID",
    name: "id",
    type: "string",
    required: true,
    default: "",
    displayOptions: {
      show: {
        resource: [
          "review"
        ],
        operation: [
          "avatar"
        ]
      }
    }
  },
  {
    displayName: "Review ID",
    name: "id",
    type: "string",
    required: true,
    default: "",
    displayOptions: {
      show: {
        resource: [
          "review"
        ],
        operation: [
          "reply"
        ]
      }
    }
  },
  {
    displayName: "Body",
    name: "body",
    type: "string",
    default: "",
    routing: {
      send: {
        type: "body",
        property: "body"
      }
    },
    required: true,
    displayOptions: {
      show: {
        resource: [
          "review"
        ],
        operation: [
          "reply"
        ]
      }
    }
  },
  {
    displayName: "Review ID",
    name: "id",
    type: "string",
    required: true,
    default: "",
    displayOptions: {
      show: {
        resource: [
          "review"
        ],
        operation: [
          "deleteReply"
        ]
      }
    }
  },
  {
    displayName: "Operation",
    name: "operation",
    type: "options",
    noDataExpression: true,
    displayOptions: {
      show: {
        resource: [
          "post"
        ]
      }
    },
    options: [
      {
        name: "Analytics",
        value: "analytics",
        action: "Read post metrics",
        description: "The last collected values. They are collected within minutes, every ten minutes for an hour, hourly for two days, then daily for a month; less often on platforms that limit reads.",
        routing: {
          request: {
            method: "GET",
            url: "/v1/posts/analytics"
          }
        }
      },
      {
        name: "Attempts",
        value: "attempts",
        action: "List all publishing attempts",
        description: "Attempts are kept for 90 days",
        routing: {
          request: {
            method: "GET",
            url: "=/v1/posts/{{ encodeURIComponent($parameter[\"id\"]) }}/attempts"
          },
          output: {
            postReceive: [
              {
                type: "rootProperty",
                properties: {
                  property: "data"
                }
              }
            ]
          }
        }
      },
      {
        name: "Cancel",
        value: "cancel",
        action: "Cancel unpublished targets",
        description: "Returns 409 while a worker is publishing a target, and when no target is left to cancel",
        routing: {
          request: {
            method: "POST",
            url: "=/v1/posts/{{ encodeURIComponent($parameter[\"id\"]) }}/cancel",
            headers: {
              "Idempotency-Key": "=n8n-{{ $execution.id }}-{{ $nodeId }}-{{ $runIndex }}-{{ $itemIndex }}"
            }
          }
        }
      },
      {
        name: "Create",
        value: "create",
        action: "Publish a post",
        description: "The post is checked against the limits of every platform and stored. A worker then publishes each target separately. The response does not wait for that: read the post again, or subscribe to post.published and post.failed.",
        routing: {
          request: {
            method: "POST",
            url: "/v1/posts",
            headers: {
              "Idempotency-Key": "=n8n-{{ $execution.id }}-{{ $nodeId }}-{{ $runIndex }}-{{ $itemIndex }}"
            }
          }
        }
      },
      {
        name: "Create Draft",
        value: "createDraft",
        action: "Save a post as a draft",
        description: "A draft is never published automatically and may be incomplete: it is checked only when it is published or scheduled. Change it with PATCH /v1/posts/{ID}, which also schedules it, and publish it with POST /v1/posts/{ID}/publish.",
        routing: {
          request: {
            method: "POST",
            url: "/v1/posts/drafts",
            headers: {
              "Idempotency-Key": "=n8n-{{ $execution.id }}-{{ $nodeId }}-{{ $runIndex }}-{{ $itemIndex }}"
            }
          }
        }
      },
      {
        name: "Delete",
        value: "delete",
        action: "Delete the record of a post",
        description: "Returns the deleted post. A scheduled post is then never published. Returns 409 while the post is, or may be, on a platform: unpublish it first.",
        routing: {
          request: {
            method: "DELETE",
            url: "=/v1/posts/{{ encodeURIComponent($parameter[\"id\"]) }}",
            headers: {
              "Idempotency-Key": "=n8n-{{ $execution.id }}-{{ $nodeId }}-{{ $runIndex }}-{{ $itemIndex }}"
            }
          }
        }
      },
      {
        name: "Get",
        value: "get",
        action: "Read one post",
        description: "Read one post",
        routing: {
          request: {
            method: "GET",
            url: "=/v1/posts/{{ encodeURIComponent($parameter[\"id\"]) }}"
          }
        }
      },
      {
        name: "Get Many",
        value: "getAll",
        action: "List posts",
        description: "List posts, newest first",
        routing: {
          request: {
            method: "GET",
            url: "/v1/posts"
          },
          output: {
            postReceive: [
              {
                type: "rootProperty",
                properties: {
                  property: "data"
                }
              }
            ]
          }
        }
      },
      {
        name: "Publish",
        value: "publish",
        action: "Publish a draft or a scheduled post now",
        description: "Like a PATCH with the current time as scheduled_at. Errors name the fields of POST /v1/posts. Returns 409 once publishing a target has started.",
        routing: {
          request: {
            method: "POST",
            url: "=/v1/posts/{{ encodeURIComponent($parameter[\"id\"]) }}/publish",
            headers: {
              "Idempotency-Key": "=n8n-{{ $execution.id }}-{{ $nodeId }}-{{ $runIndex }}-{{ $itemIndex }}"
            }
          }
        }
      },
      {
        name: "Retry",
        value: "retry",
        action: "Retry failed or unconfirmed targets",
        description: "Publishes failed targets again, and resends failed first comments of published targets. For an unconfirmed target, asks the platform again whether it has the post; where the platform cannot be asked, check there yourself and use force.",
        routing: {
          request: {
            method: "POST",
            url: "=/v1/posts/{{ encodeURIComponent($parameter[\"id\"]) }}/retry",
            headers: {
              "Idempotency-Key": "=n8n-{{ $execution.id }}-{{ $nodeId }}-{{ $runIndex }}-{{ $itemIndex }}"
            }
          }
        }
      },
      {
        name: "Unpublish",
        value: "unpublish",
        action: "Remove published targets from their platforms",
        description: "Responds once the platforms have deleted the posts. A target whose platform refuses stays published.",
        routing: {
          request: {
            method: "POST",
            url: "=/v1/posts/{{ encodeURIComponent($parameter[\"id\"]) }}/unpublish",
            headers: {
              "Idempotency-Key": "=n8n-{{ $execution.id }}-{{ $nodeId }}-{{ $runIndex }}-{{ $itemIndex }}"
            }
          }
        }
      },
      {
        name: "Update",
        value: "update",
        action: "Change a draft or a scheduled post",
        description: "Omitted fields stay unchanged. The whole post is checked again, unless it is a draft. Returns 409 once publishing a target has started.",
        routing: {
          request: {
            method: "PATCH",
            url: "=/v1/posts/{{ encodeURIComponent($parameter[\"id\"]) }}",
            headers: {
              "Idempotency-Key": "=n8n-{{ $execution.id }}-{{ $nodeId }}-{{ $runIndex }}-{{ $itemIndex }}"
            }
          }
        }
      },
      {
        name: "Validate",
        value: "validate",
        action: "Check a post without storing it",
        description: "Returns the errors of POST /v1/posts, or the post as it would be stored. It has no ID, because nothing is stored.",
        routing: {
          request: {
            method: "POST",
            url: "/v1/posts/validate",
            headers: {
              "Idempotency-Key": "=n8n-{{ $execution.id }}-{{ $nodeId }}-{{ $runIndex }}-{{ $itemIndex }}"
            }
          }
        }
      }
    ],
    default: "analytics"
  },
  {
    displayName: "Post IDs",
    name: "post_ids",
    type: "string",
    default: "",
    description: "Up to 100 post IDs, separated by commas",
    routing: {
      send: {
        type: "query",
        property: "post_ids"
      }
    },
    required: true,
    displayOptions: {
      show: {
        resource: [
          "post"
        ],
        operation: [
          "analytics"
        ]
      }
    }
  },
  {
    displayName: "Targets",
    name: "targets",
    type: "json",
    default: "[\n  {\n    \"account_id\": \"acc_01KA2Z3W9GQ8F0T5V6X7Y8Z9AB\"\n  }\n]",
    description: "Accounts of one profile, each at most once",
    routing: {
      send: {
        type: "body",
        property: "targets",
        value: "={{ typeof $value === 'string' ? JSON.parse($value) : $value }}"
      }
    },
    required: true,
    displayOptions: {
      show: {
        resource: [
          "post"
        ],
        operation: [
          "create"
        ]
      }
    }
  },
  {
    displayName: "Additional Fields",
    name: "additionalFields",
    type: "collection",
    placeholder: "Add Field",
    default: {},
    displayOptions: {
      show: {
        resource: [
          "post"
        ],
        operation: [
          "create"
        ]
      }
    },
    options: [
      {
        displayName: "Content",
        name: "content",
        type: "string",
        default: "",
        routing: {
          send: {
            type: "body",
            property: "content"
          }
        }
      },
      {
        displayName: "First Comment",
        name: "first_comment",
        type: "string",
        default: "",
        description: "Added under the post right after it is published, on platforms with the capability comments.on_post",
        routing: {
          send: {
            type: "body",
            property: "first_comment"
          }
        }
      },
      {
        displayName: "Media IDs",
        name: "media_ids",
        type: "string",
        default: "",
        description: "Media assets, in display order. The post waits for those that are not ready yet.. Separated by commas.",
        routing: {
          send: {
            type: "body",
            property: "media_ids",
            value: "={{ Array.isArray($value) ? $value : String($value).split(',').map((part) => part.trim()) }}"
          }
        }
      },
      {
        displayName: "Scheduled At",
        name: "scheduled_at",
        type: "dateTime",
        default: "",
        description: "When to publish. Null publishes at once. A time up to five minutes in the past counts as now.",
        routing: {
          send: {
            type: "body",
            property: "scheduled_at"
          }
        }
      }
    ]
  },
  {
    displayName: "Additional Fields",
    name: "additionalFields",
    type: "collection",
    placeholder: "Add Field",
    default: {},
    displayOptions: {
      show: {
        resource: [
          "post"
        ],
        operation: [
          "createDraft"
        ]
      }
    },
    options: [
      {
        displayName: "Content",
        name: "content",
        type: "string",
        default: "",
        routing: {
          send: {
            type: "body",
            property: "content"
          }
        }
      },
      {
        displayName: "First Comment",
        name: "first_comment",
        type: "string",
        default: "",
        description: "As for a post",
        routing: {
          send: {
            type: "body",
            property: "first_comment"
          }
        }
      },
      {
        displayName: "Media IDs",
        name: "media_ids",
        type: "string",
        default: "",
        description: "Media assets, in display order. The post waits for those that are not ready yet.. Separated by commas.",
        routing: {
          send: {
            type: "body",
            property: "media_ids",
            value: "={{ Array.isArray($value) ? $value : String($value).split(',').map((part) => part.trim()) }}"
          }
        }
      },
      {
        displayName: "Profile ID",
        name: "profile_id",
        type: "string",
        default: "",
        description: "For a draft without targets. Otherwise the profile of the targets is used.",
        routing: {
          send: {
            type: "body",
            property: "profile_id"
          }
        }
      },
      {
        displayName: "Targets",
        name: "targets",
        type: "json",
        default: "{}",
        description: "Accounts of one profile, each at most once",
        routing: {
          send: {
            type: "body",
            property: "targets",
            value: "={{ typeof $value === 'string' ? JSON.parse($value) : $value }}"
          }
        }
      }
    ]
  },
  {
    displayName: "Targets",
    name: "targets",
    type: "json",
    default: "[\n  {\n    \"account_id\": \"acc_01KA2Z3W9GQ8F0T5V6X7Y8Z9AB\"\n  }\n]",
    description: "Accounts of one profile, each at most once",
    routing: {
      send: {
        type: "body",
        property: "targets",
        value: "={{ typeof $value === 'string' ? JSON.parse($value) : $value }}"
      }
    },
    required: true,
    displayOptions: {
      show: {
        resource: [
          "post"
        ],
        operation: [
          "validate"
        ]
      }
    }
  },
  {
    displayName: "Additional Fields",
    name: "additionalFields",
    type: "collection",
    placeholder: "Add Field",
    default: {},
    displayOptions: {
      show: {
        resource: [
          "post"
        ],
        operation: [
          "validate"
        ]
      }
    },
    options: [
      {
        displayName: "Content",
        name: "content",
        type: "string",
        default: "",
        routing: {
          send: {
            type: "body",
            property: "content"
          }
        }
      },
      {
        displayName: "First Comment",
        name: "first_comment",
        type: "string",
        default: "",
        description: "Added under the post right after it is published, on platforms with the capability comments.on_post",
        routing: {
          send: {
            type: "body",
            property: "first_comment"
          }
        }
      },
      {
        displayName: "Media IDs",
        name: "media_ids",
        type: "string",
        default: "",
        description: "Media assets, in display order. The post waits for those that are not ready yet.. Separated by commas.",
        routing: {
          send: {
            type: "body",
            property: "media_ids",
            value: "={{ Array.isArray($value) ? $value : String($value).split(',').map((part) => part.trim()) }}"
          }
        }
      },
      {
        displayName: "Scheduled At",
        name: "scheduled_at",
        type: "dateTime",
        default: "",
        description: "When to publish. Null publishes at once. A time up to five minutes in the past counts as now.",
        routing: {
          send: {
            type: "body",
            property: "scheduled_at"
          }
        }
      }
    ]
  },
  {
    displayName: "Return All",
    name: "returnAll",
    type: "boolean",
    default: false,
    description: "Whether to return all results or only up to a given limit",
    displayOptions: {
      show: {
        resource: [
          "post"
        ],
        operation: [
          "getAll"
        ]
      }
    },
    routing: {
      send: {
        paginate: "={{ $value }}",
        type: "query",
        property: "limit",
        value: "={{ $value ? 100 : undefined }}"
      },
      operations: {
        pagination: {
          type: "generic",
          properties: {
            continue: "={{ !!$response.body?.next_cursor }}",
            request: {
              url: "={{ $request.url + ($response.body?.next_cursor ? '?cursor=' + encodeURIComponent($response.body.next_cursor) : '') }}"
            }
          }
        }
      }
    }
  },
  {
    displayName: "Limit",
    name: "limit",
    type: "number",
    typeOptions: {
      minValue: 1,
      maxValue: 100
    },
    default: 50,
    description: "Max number of results to return",
    displayOptions: {
      show: {
        resource: [
          "post"
        ],
        operation: [
          "getAll"
        ],
        returnAll: [
          false
        ]
      }
    },
    routing: {
      send: {
        type: "query",
        property: "limit"
      },
      output: {
        maxResults: "={{ $value }}"
      }
    }
  },
  {
    displayName: "Filters",
    name: "filters",
    type: "collection",
    placeholder: "Add Field",
    default: {},
    displayOptions: {
      show: {
        resource: [
          "post"
        ],
        operation: [
          "getAll"
        ]
      }
    },
    options: [
      {
        displayName: "Account ID",
        name: "account_id",
        type: "string",
        default: "",
        routing: {
          send: {
            type: "query",
            property: "account_id"
          }
        }
      },
      {
        displayName: "Platform",
        name: "platform",
        type: "string",
        default: "",
        description: "A platform ID from GET /v1/platforms",
        routing: {
          send: {
            type: "query",
            property: "platform"
          }
        }
      },
      {
        displayName: "Profile ID",
        name: "profile_id",
        type: "string",
        default: "",
        routing: {
          send: {
            type: "query",
            property: "profile_id"
          }
        }
      },
      {
        displayName: "Q",
        name: "q",
        type: "string",
        default: "",
        description: "Text in the post or in one of its targets; not case-sensitive",
        routing: {
          send: {
            type: "query",
            property: "q"
          }
        }
      },
      {
        displayName: "Since",
        name: "since",
        type: "dateTime",
        default: "",
        description: "Posts from this time on. The time of a post is its scheduled_at, or its created_at if it has none.",
        routing: {
          send: {
            type: "query",
            property: "since"
          }
        }
      },
      {
        displayName: "Status",
        name: "status",
        type: "options",
        options: [
          {
            name: "Canceled",
            value: "canceled"
          },
          {
            name: "Draft",
            value: "draft"
          },
          {
            name: "Failed",
            value: "failed"
          },
          {
            name: "Partially Published",
            value: "partially_published"
          },
          {
            name: "Published",
            value: "published"
          },
          {
            name: "Publishing",
            value: "publishing"
          },
          {
            name: "Scheduled",
            value: "scheduled"
          },
          {
            name: "Unpublished",
            value: "unpublished"
          }
        ],
        default: "canceled",
        routing: {
          send: {
            type: "query",
            property: "status"
          }
        }
      },
      {
        displayName: "Until",
        name: "until",
        type: "dateTime",
        default: "",
        description: "Posts before this time",
        routing: {
          send: {
            type: "query",
            property: "until"
          }
        }
      }
    ]
  },
  {
    displayName: "Post ID",
    name: "id",
    type: "string",
    required: true,
    default: "",
    displayOptions: {
      show: {
        resource: [
          "post"
        ],
        operation: [
          "get"
        ]
      }
    }
  },
  {
    displayName: "Post ID",
    name: "id",
    type: "string",
    required: true,
    default: "",
    displayOptions: {
      show: {
        resource: [
          "post"
        ],
        operation: [
          "update"
        ]
      }
    }
  },
  {
    displayName: "Additional Fields",
    name: "additionalFields",
    type: "collection",
    placeholder: "Add Field",
    default: {},
    displayOptions: {
      show: {
        resource: [
          "post"
        ],
        operation: [
          "update"
        ]
      }
    },
    options: [
      {
        displayName: "Content",
        name: "content",
        type: "string",
        default: "",
        routing: {
          send: {
            type: "body",
            property: "content"
          }
        }
      },
      {
        displayName: "First Comment",
        name: "first_comment",
        type: "string",
        default: "",
        description: "Null for none",
        routing: {
          send: {
            type: "body",
            property: "first_comment"
          }
        }
      },
      {
        displayName: "Media IDs",
        name: "media_ids",
        type: "string",
        default: "",
        description: "Media assets, in display order. The post waits for those that are not ready yet.. Separated by commas.",
        routing: {
          send: {
            type: "body",
            property: "media_ids",
            value: "={{ Array.isArray($value) ? $value : String($value).split(',').map((part) => part.trim()) }}"
          }
        }
      },
      {
        displayName: "Scheduled At",
        name: "scheduled_at",
        type: "dateTime",
        default: "",
        description: "A time schedules a draft. Null unschedules the post: it becomes a draft.",
        routing: {
          send: {
            type: "body",
            property: "scheduled_at"
          }
        }
      },
      {
        displayName: "Targets",
        name: "targets",
        type: "json",
        default: "{}",
        description: "Accounts of one profile, each at most once",
        routing: {
          send: {
            type: "body",
            property: "targets",
            value: "={{ typeof $value === 'string' ? JSON.parse($value) : $value }}"
          }
        }
      }
    ]
  },
  {
    displayName: "Post ID",
    name: "id",
    type: "string",
    required: true,
    default: "",
    displayOptions: {
      show: {
        resource: [
          "post"
        ],
        operation: [
          "publish"
        ]
      }
    }
  },
  {
    displayName: "Post ID",
    name: "id",
    type: "string",
    required: true,
    default: "",
    displayOptions: {
      show: {
        resource: [
          "post"
        ],
        operation: [
          "delete"
        ]
      }
    }
  },
  {
    displayName: "Post ID",
    name: "id",
    type: "string",
    required: true,
    default: "",
    displayOptions: {
      show: {
        resource: [
          "post"
        ],
        operation: [
          "cancel"
        ]
      }
    }
  },
  {
    displayName: "Post ID",
    name: "id",
    type: "string",
    required: true,
    default: "",
    displayOptions: {
      show: {
        resource: [
          "post"
        ],
        operation: [
          "retry"
        ]
      }
    }
  },
  {
    displayName: "Additional Fields",
    name: "additionalFields",
    type: "collection",
    placeholder: "Add Field",
    default: {},
    displayOptions: {
      show: {
        resource: [
          "post"
        ],
        operation: [
          "retry"
        ]
      }
    },
    options: [
      {
        displayName: "Force",
        name: "force",
        type: "boolean",
        default: false,
        description: "Whether publishes unconfirmed targets again. Use it only after you have checked that the post is not on the platform.",
        routing: {
          send: {
            type: "body",
            property: "force"
          }
        }
      },
      {
        displayName: "Target IDs",
        name: "target_ids",
        type: "string",
        default: "",
        description: "The targets. By default, all targets in the right state.. Separated by commas.",
        routing: {
          send: {
            type: "body",
            property: "target_ids",
            value: "={{ Array.isArray($value) ? $value : String($value).split(',').map((part) => part.trim()) }}"
          }
        }
      }
    ]
  },
  {
    displayName: "Post ID",
    name: "id",
    type: "string",
    required: true,
    default: "",
    displayOptions: {
      show: {
        resource: [
          "post"
        ],
        operation: [
          "unpublish"
        ]
      }
    }
  },
  {
    displayName: "Additional Fields",
    name: "additionalFields",
    type: "collection",
    placeholder: "Add Field",
    default: {},
    displayOptions: {
      show: {
        resource: [
          "post"
        ],
        operation: [
          "unpublish"
        ]
      }
    },
    options: [
      {
        displayName: "Target IDs",
        name: "target_ids",
        type: "string",
        default: "",
        description: "The targets. By default, all targets in the right state.. Separated by commas.",
        routing: {
          send: {
            type: "body",
            property: "target_ids",
            value: "={{ Array.isArray($value) ? $value : String($value).split(',').map((part) => part.trim()) }}"
          }
        }
      }
    ]
  },
  {
    displayName: "Post ID",
    name: "id",
    type: "string",
    required: true,
    default: "",
    displayOptions: {
      show: {
        resource: [
          "post"
        ],
        operation: [
          "attempts"
        ]
      }
    }
  },
  {
    displayName: "Return All",
    name: "returnAll",
    type: "boolean",
    default: false,
    description: "Whether to return all results or only up to a given limit",
    displayOptions: {
      show: {
        resource: [
          "post"
        ],
        operation: [
          "attempts"
        ]
      }
    },
    routing: {
      send: {
        paginate: "={{ $value }}",
        type: "query",
        property: "limit",
        value: "={{ $value ? 100 : undefined }}"
      },
      operations: {
        pagination: {
          type: "generic",
          properties: {
            continue: "={{ !!$response.body?.next_cursor }}",
            request: {
              url: "={{ $request.url + ($response.body?.next_cursor ? '?cursor=' + encodeURIComponent($response.body.next_cursor) : '') }}"
            }
          }
        }
      }
    }
  },
  {
    displayName: "Limit",
    name: "limit",
    type: "number",
    typeOptions: {
      minValue: 1,
      maxValue: 100
    },
    default: 50,
    description: "Max number of results to return",
    displayOptions: {
      show: {
        resource: [
          "post"
        ],
        operation: [
          "attempts"
        ],
        returnAll: [
          false
        ]
      }
    },
    routing: {
      send: {
        type: "query",
        property: "limit"
      },
      output: {
        maxResults: "={{ $value }}"
      }
    }
  },
  {
    displayName: "Operation",
    name: "operation",
    type: "options",
    noDataExpression: true,
    displayOptions: {
      show: {
        resource: [
          "analytics"
        ]
      }
    },
    options: [
      {
        name: "Breakdown",
        value: "breakdown",
        action: "Compare accounts",
        description: "By account and platform: the metrics of the accounts, as in the totals of GET /v1/analytics/summary. By media_type and hour: the posts that were published in the period, with their metrics to this day. Days are in UTC. Accounts are the first 200 of the filter.",
        routing: {
          request: {
            method: "GET",
            url: "/v1/analytics/breakdown"
          }
        }
      },
      {
        name: "Summary",
        value: "summary",
        action: "Read the combined daily metrics of all accounts",
        description: "The stored values of all accessible accounts, or of one profile, summed for each day, with totals beside those of the previous period. An account without data for a day is not in its sum: accounts of the point is then lower.",
        routing: {
          request: {
            method: "GET",
            url: "/v1/analytics/summary"
          }
        }
      },
      {
        name: "Top Posts",
        value: "topPosts",
        action: "List the best or worst posts of a period by a metric",
        description: "Posts that were published in this period and have data for the metric. Metrics are collected as for GET /v1/posts/analytics. engagements and engagement_rate are computed from them.",
        routing: {
          request: {
            method: "GET",
            url: "/v1/analytics/top-posts"
          }
        }
      }
    ],
    default: "breakdown"
  },
  {
    displayName: "By",
    name: "by",
    type: "options",
    options: [
      {
        name: "Account",
        value: "account"
      },
      {
        name: "Hour",
        value: "hour"
      },
      {
        name: "Media Type",
        value: "media_type"
      },
      {
        name: "Platform",
        value: "platform"
      }
    ],
    default: "account",
    routing: {
      send: {
        type: "query",
        property: "by"
      }
    },
    required: true,
    displayOptions: {
      show: {
        resource: [
          "analytics"
        ],
        operation: [
          "breakdown"
        ]
      }
    }
  },
  {
    displayName: "Filters",
    name: "filters",
    type: "collection",
    placeholder: "Add Field",
    default: {},
    displayOptions: {
      show: {
        resource: [
          "analytics"
        ],
        operation: [
          "breakdown"
        ]
      }
    },
    options: [
      {
        displayName: "Account ID",
        name: "account_id",
        type: "string",
        default: "",
        routing: {
          send: {
            type: "query",
            property: "account_id"
          }
        }
      },
      {
        displayName: "Profile ID",
        name: "profile_id",
        type: "string",
        default: "",
        routing: {
          send: {
            type: "query",
            property: "profile_id"
          }
        }
      },
      {
        displayName: "Since",
        name: "since",
        type: "string",
        default: "",
        description: "First day; defaults to 29 days before until",
        routing: {
          send: {
            type: "query",
            property: "since"
          }
        }
      },
      {
        displayName: "Time Zone",
        name: "time_zone",
        type: "string",
        default: "UTC",
        description: "An IANA name, such as Europe/Paris, for the hours",
        routing: {
          send: {
            type: "query",
            property: "time_zone"
          }
        }
      },
      {
        displayName: "Until",
        name: "until",
        type: "string",
        default: "",
        description: "Last day; defaults to today",
        routing: {
          send: {
            type: "query",
            property: "until"
          }
        }
      }
    ]
  },
  {
    displayName: "Filters",
    name: "filters",
    type: "collection",
    placeholder: "Add Field",
    default: {},
    displayOptions: {
      show: {
        resource: [
          "analytics"
        ],
        operation: [
          "summary"
        ]
      }
    },
    options: [
      {
        displayName: "Account ID",
        name: "account_id",
        type: "string",
        default: "",
        routing: {
          send: {
            type: "query",
            property: "account_id"
          }
        }
      },
      {
        displayName: "Metrics",
        name: "metrics",
        type: "string",
        default: "",
        description: "Names, separated by commas; defaults to all",
        routing: {
          send: {
            type: "query",
            property: "metrics"
          }
        }
      },
      {
        displayName: "Profile ID",
        name: "profile_id",
        type: "string",
        default: "",
        routing: {
          send: {
            type: "query",
            property: "profile_id"
          }
        }
      },
      {
        displayName: "Since",
        name: "since",
        type: "string",
        default: "",
        description: "First day; defaults to 29 days before until",
        routing: {
          send: {
            type: "query",
            property: "since"
          }
        }
      },
      {
        displayName: "Until",
        name: "until",
        type: "string",
        default: "",
        description: "Last day; defaults to today",
        routing: {
          send: {
            type: "query",
            property: "until"
          }
        }
      }
    ]
  },
  {
    displayName: "Metric",
    name: "metric",
    type: "options",
    options: [
      {
        name: "Clicks",
        value: "clicks"
      },
      {
        name: "Comments",
        value: "comments"
      },
      {
        name: "Engagement Rate",
        value: "engagement_rate"
      },
      {
        name: "Engagements",
        value: "engagements"
      },
      {
        name: "Impressions",
        value: "impressions"
      },
      {
        name: "Likes",
        value: "likes"
      },
      {
        name: "Quotes",
        value: "quotes"
      },
      {
        name: "Reach",
        value: "reach"
      },
      {
        name: "Saves",
        value: "saves"
      },
      {
        name: "Shares",
        value: "shares"
      },
      {
        name: "Views",
        value: "views"
      }
    ],
    default: "clicks",
    description: "The metric by which posts are ordered",
    routing: {
      send: {
        type: "query",
        property: "metric"
      }
    },
    required: true,
    displayOptions: {
      show: {
        resource: [
          "analytics"
        ],
        operation: [
          "topPosts"
        ]
      }
    }
  },
  {
    displayName: "Filters",
    name: "filters",
    type: "collection",
    placeholder: "Add Field",
    default: {},
    displayOptions: {
      show: {
        resource: [
          "analytics"
        ],
        operation: [
          "topPosts"
        ]
      }
    },
    options: [
      {
        displayName: "Account ID",
        name: "account_id",
        type: "string",
        default: "",
        routing: {
          send: {
            type: "query",
            property: "account_id"
          }
        }
      },
      {
        displayName: "Number of Results",
        name: "count",
        type: "number",
        default: 10,
        typeOptions: {
          minValue: 1,
          maxValue: 50
        },
        description: "Number of posts to return",
        routing: {
          send: {
            type: "query",
            property: "limit"
          }
        }
      },
      {
        displayName: "Order",
        name: "order",
        type: "options",
        options: [
          {
            name: "Best",
            value: "best"
          },
          {
            name: "Worst",
            value: "worst"
          }
        ],
        default: "best",
        description: "Worst starts with the lowest value",
        routing: {
          send: {
            type: "query",
            property: "order"
          }
        }
      },
      {
        displayName: "Profile ID",
        name: "profile_id",
        type: "string",
        default: "",
        routing: {
          send: {
            type: "query",
            property: "profile_id"
          }
        }
      },
      {
        displayName: "Since",
        name: "since",
        type: "string",
        default: "",
        description: "First day; defaults to 29 days before until",
        routing: {
          send: {
            type: "query",
            property: "since"
          }
        }
      },
      {
        displayName: "Until",
        name: "until",
        type: "string",
        default: "",
        description: "Last day; defaults to today",
        routing: {
          send: {
            type: "query",
            property: "until"
          }
        }
      }
    ]
  },
  {
    displayName: "Operation",
    name: "operation",
    type: "options",
    noDataExpression: true,
    displayOptions: {
      show: {
        resource: [
          "template"
        ]
      }
    },
    options: [
      {
        name: "Create",
        value: "create",
        action: "Create a message template",
        description: "The platform must approve it; the event template.status_changed reports the result",
        routing: {
          request: {
            method: "POST",
            url: "=/v1/accounts/{{ encodeURIComponent($parameter[\"id\"]) }}/templates",
            headers: {
              "Idempotency-Key": "=n8n-{{ $execution.id }}-{{ $nodeId }}-{{ $runIndex }}-{{ $itemIndex }}"
            }
          }
        }
      },
      {
        name: "Delete",
        value: "delete",
        action: "Delete a message template",
        description: "Returns the template with status deleted; lists no longer show it",
        routing: {
          request: {
            method: "DELETE",
            url: "=/v1/accounts/{{ encodeURIComponent($parameter[\"id\"]) }}/templates/{{ encodeURIComponent($parameter[\"template_id\"]) }}",
            headers: {
              "Idempotency-Key": "=n8n-{{ $execution.id }}-{{ $nodeId }}-{{ $runIndex }}-{{ $itemIndex }}"
            }
          }
        }
      },
      {
        name: "Get",
        value: "get",
        action: "Read one message template",
        description: "Read one message template",
        routing: {
          request: {
            method: "GET",
            url: "=/v1/accounts/{{ encodeURIComponent($parameter[\"id\"]) }}/templates/{{ encodeURIComponent($parameter[\"template_id\"]) }}"
          }
        }
      },
      {
        name: "Get Many",
        value: "getAll",
        action: "List the message templates of an account",
        description: "List the message templates of an account, newest first",
        routing: {
          request: {
            method: "GET",
            url: "=/v1/accounts/{{ encodeURIComponent($parameter[\"id\"]) }}/templates"
          },
          output: {
            postReceive: [
              {
                type: "rootProperty",
                properties: {
                  property: "data"
                }
              }
            ]
          }
        }
      }
    ],
    default: "create"
  },
  {
    displayName: "Account ID",
    name: "id",
    type: "string",
    required: true,
    default: "",
    displayOptions: {
      show: {
        resource: [
          "template"
        ],
        operation: [
          "create"
        ]
      }
    }
  },
  {
    displayName: "Name",
    name: "name",
    type: "string",
    default: "",
    routing: {
      send: {
        type: "body",
        property: "name"
      }
    },
    required: true,
    displayOptions: {
      show: {
        resource: [
          "template"
        ],
        operation: [
          "create"
        ]
      }
    }
  },
  {
    displayName: "Language",
    name: "language",
    type: "string",
    default: "",
    routing: {
      send: {
        type: "body",
        property: "language"
      }
    },
    required: true,
    displayOptions: {
      show: {
        resource: [
          "template"
        ],
        operation: [
          "create"
        ]
      }
    }
  },
  {
    displayName: "Category",
    name: "category",
    type: "string",
    default: "",
    routing: {
      send: {
        type: "body",
        property: "category"
      }
    },
    required: true,
    displayOptions: {
      show: {
        resource: [
          "template"
        ],
        operation: [
          "create"
        ]
      }
    }
  },
  {
    displayName: "Additional Fields",
    name: "additionalFields",
    type: "collection",
    placeholder: "Add Field",
    default: {},
    displayOptions: {
      show: {
        resource: [
          "template"
        ],
        operation: [
          "create"
        ]
      }
    },
    options: [
      {
        displayName: "Components",
        name: "components",
        type: "json",
        default: "{}",
        description: "At most 64 KiB as JSON",
        routing: {
          send: {
            type: "body",
            property: "components",
            value: "={{ typeof $value === 'string' ? JSON.parse($value) : $value }}"
          }
        }
      }
    ]
  },
  {
    displayName: "Account ID",
    name: "id",
    type: "string",
    required: true,
    default: "",
    displayOptions: {
      show: {
        resource: [
          "template"
        ],
        operation: [
          "getAll"
        ]
      }
    }
  },
  {
    displayName: "Return All",
    name: "returnAll",
    type: "boolean",
    default: false,
    description: "Whether to return all results or only up to a given limit",
    displayOptions: {
      show: {
        resource: [
          "template"
        ],
        operation: [
          "getAll"
        ]
      }
    },
    routing: {
      send: {
        paginate: "={{ $value }}",
        type: "query",
        property: "limit",
        value: "={{ $value ? 100 : undefined }}"
      },
      operations: {
        pagination: {
          type: "generic",
          properties: {
            continue: "={{ !!$response.body?.next_cursor }}",
            request: {
              url: "={{ $request.url + ($response.body?.next_cursor ? '?cursor=' + encodeURIComponent($response.body.next_cursor) : '') }}"
            }
          }
        }
      }
    }
  },
  {
    displayName: "Limit",
    name: "limit",
    type: "number",
    typeOptions: {
      minValue: 1,
      maxValue: 100
    },
    default: 50,
    description: "Max number of results to return",
    displayOptions: {
      show: {
        resource: [
          "template"
        ],
        operation: [
          "getAll"
        ],
        returnAll: [
          false
        ]
      }
    },
    routing: {
      send: {
        type: "query",
        property: "limit"
      },
      output: {
        maxResults: "={{ $value }}"
      }
    }
  },
  {
    displayName: "Account ID",
    name: "id",
    type: "string",
    required: true,
    default: "",
    displayOptions: {
      show: {
        resource: [
          "template"
        ],
        operation: [
          "get"
        ]
      }
    }
  },
  {
    displayName: "Template ID",
    name: "template_id",
    type: "string",
    required: true,
    default: "",
    displayOptions: {
      show: {
        resource: [
          "template"
        ],
        operation: [
          "get"
        ]
      }
    }
  },
  {
    displayName: "Account ID",
    name: "id",
    type: "string",
    required: true,
    default: "",
    displayOptions: {
      show: {
        resource: [
          "template"
        ],
        operation: [
          "delete"
        ]
      }
    }
  },
  {
    displayName: "Template ID",
    name: "template_id",
    type: "string",
    required: true,
    default: "",
    displayOptions: {
      show: {
        resource: [
          "template"
        ],
        operation: [
          "delete"
        ]
      }
    }
  },
  {
    displayName: "Operation",
    name: "operation",
    type: "options",
    noDataExpression: true,
    displayOptions: {
      show: {
        resource: [
          "sandbox"
        ]
      }
    },
    options: [
      {
        name: "Comment",
        value: "comment",
        action: "Comment on a post as a visitor",
        description: "Comment on a post as a visitor",
        routing: {
          request: {
            method: "POST",
            url: "/v1/sandbox/comments",
            headers: {
              "Idempotency-Key": "=n8n-{{ $execution.id }}-{{ $nodeId }}-{{ $runIndex }}-{{ $itemIndex }}"
            }
          }
        }
      },
      {
        name: "Create Fault",
        value: "createFault",
        action: "Script a fault of the sandbox",
        description: "The next calls of the operation fail in this way. docs/guides/sandbox.md lists the operations and the faults.",
        routing: {
          request: {
            method: "POST",
            url: "/v1/sandbox/faults",
            headers: {
              "Idempotency-Key": "=n8n-{{ $execution.id }}-{{ $nodeId }}-{{ $runIndex }}-{{ $itemIndex }}"
            }
          }
        }
      },
      {
        name: "Delete Fault",
        value: "deleteFault",
        action: "Delete a scripted fault",
        description: "Delete a scripted fault",
        routing: {
          request: {
            method: "DELETE",
            url: "=/v1/sandbox/faults/{{ encodeURIComponent($parameter[\"id\"]) }}",
            headers: {
              "Idempotency-Key": "=n8n-{{ $execution.id }}-{{ $nodeId }}-{{ $runIndex }}-{{ $itemIndex }}"
            }
          }
        }
      },
      {
        name: "List Faults",
        value: "listFaults",
        action: "List scripted faults that are still pending",
        description: "List scripted faults that are still pending",
        routing: {
          request: {
            method: "GET",
            url: "/v1/sandbox/faults"
          },
          output: {
            postReceive: [
              {
                type: "rootProperty",
                properties: {
                  property: "data"
                }
              }
            ]
          }
        }
      },
      {
        name: "List Pages",
        value: "listPages",
        action: "List the pages of the sandbox with their inbox urls",
        description: "List the pages of the sandbox with their inbox URLs, newest first",
        routing: {
          request: {
            method: "GET",
            url: "/v1/sandbox/pages"
          },
          output: {
            postReceive: [
              {
                type: "rootProperty",
                properties: {
                  property: "data"
                }
              }
            ]
          }
        }
      },
      {
        name: "List Posts",
        value: "listPosts",
        action: "List the posts visible on the sandbox",
        description: "List the posts visible on the sandbox, newest first",
        routing: {
          request: {
            method: "GET",
            url: "/v1/sandbox/posts"
          },
          output: {
            postReceive: [
              {
                type: "rootProperty",
                properties: {
                  property: "data"
                }
              }
            ]
          }
        }
      },
      {
        name: "Message",
        value: "message",
        action: "Write to a page as a visitor",
        description: "Write to a page as a visitor",
        routing: {
          request: {
            method: "POST",
            url: "/v1/sandbox/messages",
            headers: {
              "Idempotency-Key": "=n8n-{{ $execution.id }}-{{ $nodeId }}-{{ $runIndex }}-{{ $itemIndex }}"
            }
          }
        }
      },
      {
        name: "Message Status",
        value: "messageStatus",
        action: "Mark a sent message as delivered",
        description: "Mark a sent message as delivered, read or failed",
        routing: {
          request: {
            method: "POST",
            url: "/v1/sandbox/message-statuses",
            headers: {
              "Idempotency-Key": "=n8n-{{ $execution.id }}-{{ $nodeId }}-{{ $runIndex }}-{{ $itemIndex }}"
            }
          }
        }
      },
      {
        name: "Review",
        value: "review",
        action: "Review a page as a visitor",
        description: "Review a page as a visitor",
        routing: {
          request: {
            method: "POST",
            url: "/v1/sandbox/reviews",
            headers: {
              "Idempotency-Key": "=n8n-{{ $execution.id }}-{{ $nodeId }}-{{ $runIndex }}-{{ $itemIndex }}"
            }
          }
        }
      },
      {
        name: "Template Status",
        value: "templateStatus",
        action: "Approve",
        description: "Approve, reject or pause a template",
        routing: {
          request: {
            method: "POST",
            url: "/v1/sandbox/template-statuses",
            headers: {
              "Idempotency-Key": "=n8n-{{ $execution.id }}-{{ $nodeId }}-{{ $runIndex }}-{{ $itemIndex }}"
            }
          }
        }
      }
    ],
    default: "comment"
  },
  {
    displayName: "Operation Name",
    name: "operationName",
    type: "string",
    default: "",
    description: "An operation such as posts.create; * means any",
    routing: {
      send: {
        type: "body",
        property: "operation"
      }
    },
    required: true,
    displayOptions: {
      show: {
        resource: [
          "sandbox"
        ],
        operation: [
          "createFault"
        ]
      }
    }
  },
  {
    displayName: "Fault",
    name: "fault",
    type: "options",
    options: [
      {
        name: "Answer Twice",
        value: "answer_twice"
      },
      {
        name: "Error After",
        value: "error_after"
      },
      {
        name: "Expire Token",
        value: "expire_token"
      },
      {
        name: "Fail Before",
        value: "fail_before"
      },
      {
        name: "Forget Handle",
        value: "forget_handle"
      },
      {
        name: "Lose",
        value: "lose"
      },
      {
        name: "Rate Limit",
        value: "rate_limit"
      },
      {
        name: "Reject",
        value: "reject"
      },
      {
        name: "Revoke",
        value: "revoke"
      },
      {
        name: "Slow",
        value: "slow"
      },
      {
        name: "Timeout After",
        value: "timeout_after"
      },
      {
        name: "Timeout Before",
        value: "timeout_before"
      }
    ],
    default: "answer_twice",
    routing: {
      send: {
        type: "body",
        property: "fault"
      }
    },
    required: true,
    displayOptions: {
      show: {
        resource: [
          "sandbox"
        ],
        operation: [
          "createFault"
        ]
      }
    }
  },
  {
    displayName: "Additional Fields",
    name: "additionalFields",
    type: "collection",
    placeholder: "Add Field",
    default: {},
    displayOptions: {
      show: {
        resource: [
          "sandbox"
        ],
        operation: [
          "createFault"
        ]
      }
    },
    options: [
      {
        displayName: "Times",
        name: "times",
        type: "number",
        default: 1,
        typeOptions: {
          minValue: 1,
          maxValue: 1000000
        },
        description: "Number of times it happens: once by default; null means until it is deleted",
        routing: {
          send: {
            type: "body",
            property: "times"
          }
        }
      },
      {
        displayName: "Username",
        name: "username",
        type: "string",
        default: "",
        routing: {
          send: {
            type: "body",
            property: "username"
          }
        }
      }
    ]
  },
  {
    displayName: "Return All",
    name: "returnAll",
    type: "boolean",
    default: false,
    description: "Whether to return all results or only up to a given limit",
    displayOptions: {
      show: {
        resource: [
          "sandbox"
        ],
        operation: [
          "listFaults"
        ]
      }
    },
    routing: {
      send: {
        paginate: "={{ $value }}",
        type: "query",
        property: "limit",
        value: "={{ $value ? 100 : undefined }}"
      },
      operations: {
        pagination: {
          type: "generic",
          properties: {
            continue: "={{ !!$response.body?.next_cursor }}",
            request: {
              url: "={{ $request.url + ($response.body?.next_cursor ? '?cursor=' + encodeURIComponent($response.body.next_cursor) : '') }}"
            }
          }
        }
      }
    }
  },
  {
    displayName: "Limit",
    name: "limit",
    type: "number",
    typeOptions: {
      minValue: 1,
      maxValue: 100
    },
    default: 50,
    description: "Max number of results to return",
    displayOptions: {
      show: {
        resource: [
          "sandbox"
        ],
        operation: [
          "listFaults"
        ],
        returnAll: [
          false
        ]
      }
    },
    routing: {
      send: {
        type: "query",
        property: "limit"
      },
      output: {
        maxResults: "={{ $value }}"
      }
    }
  },
  {
    displayName: "Fault ID",
    name: "id",
    type: "string",
    required: true,
    default: "",
    displayOptions: {
      show: {
        resource: [
          "sandbox"
        ],
        operation: [
          "deleteFault"
        ]
      }
    }
  },
  {
    displayName: "Return All",
    name: "returnAll",
    type: "boolean",
    default: false,
    description: "Whether to return all results or only up to a given limit",
    displayOptions: {
      show: {
        resource: [
          "sandbox"
        ],
        operation: [
          "listPosts"
        ]
      }
    },
    routing: {
      send: {
        paginate: "={{ $value }}",
        type: "query",
        property: "limit",
        value: "={{ $value ? 100 : undefined }}"
      },
      operations: {
        pagination: {
          type: "generic",
          properties: {
            continue: "={{ !!$response.body?.next_cursor }}",
            request: {
              url: "={{ $request.url + ($response.body?.next_cursor ? '?cursor=' + encodeURIComponent($response.body.next_cursor) : '') }}"
            }
          }
        }
      }
    }
  },
  {
    displayName: "Limit",
    name: "limit",
    type: "number",
    typeOptions: {
      minValue: 1,
      maxValue: 100
    },
    default: 50,
    description: "Max number of results to return",
    displayOptions: {
      show: {
        resource: [
          "sandbox"
        ],
        operation: [
          "listPosts"
        ],
        returnAll: [
          false
        ]
      }
    },
    routing: {
      send: {
        type: "query",
        property: "limit"
      },
      output: {
        maxResults: "={{ $value }}"
      }
    }
  },
  {
    displayName: "Filters",
    name: "filters",
    type: "collection",
    placeholder: "Add Field",
    default: {},
    displayOptions: {
      show: {
        resource: [
          "sandbox"
        ],
        operation: [
          "listPosts"
        ]
      }
    },
    options: [
      {
        displayName: "Entity External ID",
        name: "entity_external_id",
        type: "string",
        default: "",
        description: "The page it happens to: the external_id of an account's active entity",
        routing: {
          send: {
            type: "query",
            property: "entity_external_id"
          }
        }
      }
    ]
  },
  {
    displayName: "Return All",
    name: "returnAll",
    type: "boolean",
    default: false,
    description: "Whether to return all results or only up to a given limit",
    displayOptions: {
      show: {
        resource: [
          "sandbox"
        ],
        operation: [
          "listPages"
        ]
      }
    },
    routing: {
      send: {
        paginate: "={{ $value }}",
        type: "query",
        property: "limit",
        value: "={{ $value ? 100 : undefined }}"
      },
      operations: {
        pagination: {
          type: "generic",
          properties: {
            continue: "={{ !!$response.body?.next_cursor }}",
            request: {
              url: "={{ $request.url + ($response.body?.next_cursor ? '?cursor=' + encodeURIComponent($response.body.next_cursor) : '') }}"
            }
          }
        }
      }
    }
  },
  {
    displayName: "Limit",
    name: "limit",
    type: "number",
    typeOptions: {
      minValue: 1,
      maxValue: 100
    },
    default: 50,
    description: "Max number of results to return",
    displayOptions: {
      show: {
        resource: [
          "sandbox"
        ],
        operation: [
          "listPages"
        ],
        returnAll: [
          false
        ]
      }
    },
    routing: {
      send: {
        type: "query",
        property: "limit"
      },
      output: {
        maxResults: "={{ $value }}"
      }
    }
  },
  {
    displayName: "Post External ID",
    name: "post_external_id",
    type: "string",
    default: "",
    routing: {
      send: {
        type: "body",
        property: "post_external_id"
      }
    },
    required: true,
    displayOptions: {
      show: {
        resource: [
          "sandbox"
        ],
        operation: [
          "comment"
        ]
      }
    }
  },
  {
    displayName: "From",
    name: "from",
    type: "string",
    default: "",
    routing: {
      send: {
        type: "body",
        property: "from"
      }
    },
    required: true,
    displayOptions: {
      show: {
        resource: [
          "sandbox"
        ],
        operation: [
          "comment"
        ]
      }
    }
  },
  {
    displayName: "Body",
    name: "body",
    type: "string",
    default: "",
    routing: {
      send: {
        type: "body",
        property: "body"
      }
    },
    required: true,
    displayOptions: {
      show: {
        resource: [
          "sandbox"
        ],
        operation: [
          "comment"
        ]
      }
    }
  },
  {
    displayName: "Additional Fields",
    name: "additionalFields",
    type: "collection",
    placeholder: "Add Field",
    default: {},
    displayOptions: {
      show: {
        resource: [
          "sandbox"
        ],
        operation: [
          "comment"
        ]
      }
    },
    options: [
      {
        displayName: "Parent External ID",
        name: "parent_external_id",
        type: "string",
        default: "",
        routing: {
          send: {
            type: "body",
            property: "parent_external_id"
          }
        }
      }
    ]
  },
  {
    displayName: "Entity External ID",
    name: "entity_external_id",
    type: "string",
    default: "",
    description: "The page it happens to: the external_id of an account's active entity",
    routing: {
      send: {
        type: "body",
        property: "entity_external_id"
      }
    },
    required: true,
    displayOptions: {
      show: {
        resource: [
          "sandbox"
        ],
        operation: [
          "message"
        ]
      }
    }
  },
  {
    displayName: "From",
    name: "from",
    type: "string",
    default: "",
    routing: {
      send: {
        type: "body",
        property: "from"
      }
    },
    required: true,
    displayOptions: {
      show: {
        resource: [
          "sandbox"
        ],
        operation: [
          "message"
        ]
      }
    }
  },
  {
    displayName: "Body",
    name: "body",
    type: "string",
    default: "",
    routing: {
      send: {
        type: "body",
        property: "body"
      }
    },
    required: true,
    displayOptions: {
      show: {
        resource: [
          "sandbox"
        ],
        operation: [
          "message"
        ]
      }
    }
  },
  {
    displayName: "Additional Fields",
    name: "additionalFields",
    type: "collection",
    placeholder: "Add Field",
    default: {},
    displayOptions: {
      show: {
        resource: [
          "sandbox"
        ],
        operation: [
          "message"
        ]
      }
    },
    options: [
      {
        displayName: "Attachments",
        name: "attachments",
        type: "json",
        default: "{}",
        description: "At most 16 KiB as JSON",
        routing: {
          send: {
            type: "body",
            property: "attachments",
            value: "={{ typeof $value === 'string' ? JSON.parse($value) : $value }}"
          }
        }
      }
    ]
  },
  {
    displayName: "Entity External ID",
    name: "entity_external_id",
    type: "string",
    default: "",
    description: "The page it happens to: the external_id of an account's active entity",
    routing: {
      send: {
        type: "body",
        property: "entity_external_id"
      }
    },
    required: true,
    displayOptions: {
      show: {
        resource: [
          "sandbox"
        ],
        operation: [
          "review"
        ]
      }
    }
  },
  {
    displayName: "From",
    name: "from",
    type: "string",
    default: "",
    routing: {
      send: {
        type: "body",
        property: "from"
      }
    },
    required: true,
    displayOptions: {
      show: {
        resource: [
          "sandbox"
        ],
        operation: [
          "review"
        ]
      }
    }
  },
  {
    displayName: "Rating",
    name: "rating",
    type: "number",
    default: 1,
    typeOptions: {
      minValue: 1,
      maxValue: 5
    },
    routing: {
      send: {
        type: "body",
        property: "rating"
      }
    },
    required: true,
    displayOptions: {
      show: {
        resource: [
          "sandbox"
        ],
        operation: [
          "review"
        ]
      }
    }
  },
  {
    displayName: "Additional Fields",
    name: "additionalFields",
    type: "collection",
    placeholder: "Add Field",
    default: {},
    displayOptions: {
      show: {
        resource: [
          "sandbox"
        ],
        operation: [
          "review"
        ]
      }
    },
    options: [
      {
        displayName: "Body",
        name: "body",
        type: "string",
        default: "",
        routing: {
          send: {
            type: "body",
            property: "body"
          }
        }
      }
    ]
  },
  {
    displayName: "Message External ID",
    name: "message_external_id",
    type: "string",
    default: "",
    routing: {
      send: {
        type: "body",
        property: "message_external_id"
      }
    },
    required: true,
    displayOptions: {
      show: {
        resource: [
          "sandbox"
        ],
        operation: [
          "messageStatus"
        ]
      }
    }
  },
  {
    displayName: "Status",
    name: "status",
    type: "options",
    options: [
      {
        name: "Delivered",
        value: "delivered"
      },
      {
        name: "Failed",
        value: "failed"
      },
      {
        name: "Read",
        value: "read"
      }
    ],
    default: "delivered",
    routing: {
      send: {
        type: "body",
        property: "status"
      }
    },
    required: true,
    displayOptions: {
      show: {
        resource: [
          "sandbox"
        ],
        operation: [
          "messageStatus"
        ]
      }
    }
  },
  {
    displayName: "Template External ID",
    name: "template_external_id",
    type: "string",
    default: "",
    routing: {
      send: {
        type: "body",
        property: "template_external_id"
      }
    },
    required: true,
    displayOptions: {
      show: {
        resource: [
          "sandbox"
        ],
        operation: [
          "templateStatus"
        ]
      }
    }
  },
  {
    displayName: "Status",
    name: "status",
    type: "options",
    options: [
      {
        name: "Approved",
        value: "approved"
      },
      {
        name: "Disabled",
        value: "disabled"
      },
      {
        name: "In Appeal",
        value: "in_appeal"
      },
      {
        name: "Paused",
        value: "paused"
      },
      {
        name: "Rejected",
        value: "rejected"
      }
    ],
    default: "approved",
    routing: {
      send: {
        type: "body",
        property: "status"
      }
    },
    required: true,
    displayOptions: {
      show: {
        resource: [
          "sandbox"
        ],
        operation: [
          "templateStatus"
        ]
      }
    }
  },
  {
    displayName: "Additional Fields",
    name: "additionalFields",
    type: "collection",
    placeholder: "Add Field",
    default: {},
    displayOptions: {
      show: {
        resource: [
          "sandbox"
        ],
        operation: [
          "templateStatus"
        ]
      }
    },
    options: [
      {
        displayName: "Reason",
        name: "reason",
        type: "string",
        default: "",
        routing: {
          send: {
            type: "body",
            property: "reason"
          }
        }
      }
    ]
  },
  {
    displayName: "Operation",
    name: "operation",
    type: "options",
    noDataExpression: true,
    displayOptions: {
      show: {
        resource: [
          "media"
        ]
      }
    },
    options: [
      {
        name: "Complete",
        value: "complete",
        action: "Complete an upload",
        description: "Responds at once; the asset becomes ready or failed. A repeat changes nothing. Returns 409 before the file has arrived.",
        routing: {
          request: {
            method: "POST",
            url: "=/v1/media/{{ encodeURIComponent($parameter[\"id\"]) }}/complete",
            headers: {
              "Idempotency-Key": "=n8n-{{ $execution.id }}-{{ $nodeId }}-{{ $runIndex }}-{{ $itemIndex }}"
            }
          }
        }
      },
      {
        name: "Create Upload",
        value: "createUpload",
        action: "Create an upload URL for a file",
        description: "For files that go straight to the storage: send the bytes to URL with PUT, then call POST /v1/media/{ID}/complete. With an S3 bucket the URL is in the bucket, otherwise on this server. It accepts exactly bytes_size bytes and works for an hour. An upload that is not completed within a day fails.",
        routing: {
          request: {
            method: "POST",
            url: "/v1/media/uploads",
            headers: {
              "Idempotency-Key": "=n8n-{{ $execution.id }}-{{ $nodeId }}-{{ $runIndex }}-{{ $itemIndex }}"
            }
          }
        }
      },
      {
        name: "Delete",
        value: "delete",
        action: "Delete a media asset and its file",
        description: "Returns the deleted asset. Returns 409 while a post that is not published yet needs it.",
        routing: {
          request: {
            method: "DELETE",
            url: "=/v1/media/{{ encodeURIComponent($parameter[\"id\"]) }}",
            headers: {
              "Idempotency-Key": "=n8n-{{ $execution.id }}-{{ $nodeId }}-{{ $runIndex }}-{{ $itemIndex }}"
            }
          }
        }
      },
      {
        name: "Get",
        value: "get",
        action: "Read one media asset",
        description: "Read one media asset",
        routing: {
          request: {
            method: "GET",
            url: "=/v1/media/{{ encodeURIComponent($parameter[\"id\"]) }}"
          }
        }
      },
      {
        name: "Get Many",
        value: "getAll",
        action: "List media assets",
        description: "List media assets, newest first",
        routing: {
          request: {
            method: "GET",
            url: "/v1/media"
          },
          output: {
            postReceive: [
              {
                type: "rootProperty",
                properties: {
                  property: "data"
                }
              }
            ]
          }
        }
      },
      {
        name: "Ingest",
        value: "ingest",
        action: "Add a file",
        description: "With a URL: responds at once with an asset that is pending. A job then fetches the file (fetching) and detects its type: the asset becomes ready or failed. With bytes, as the body with their Content-Type or as the part file of multipart/form-data: responds with an asset that is ready once the file is stored, or refuses it. JPEG, PNG, GIF, WebP, MP4, QuickTime, WebM and PDF are accepted. Media belongs to the workspace: a key of scope full can access all of it. An asset added by a key of scope profiles belongs to the profiles of that key; other keys of scope profiles can access it when they have all of these profiles.",
        routing: {
          request: {
            method: "POST",
            url: "/v1/media",
            headers: {
              "Idempotency-Key": "=n8n-{{ $execution.id }}-{{ $nodeId }}-{{ $runIndex }}-{{ $itemIndex }}"
            }
          }
        }
      },
      {
        name: "Usage",
        value: "usage",
        action: "Read the storage usage and quota of media",
        description: "Read the storage usage and quota of media",
        routing: {
          request: {
            method: "GET",
            url: "/v1/media/usage"
          }
        }
      }
    ],
    default: "complete"
  },
  {
    displayName: "URL",
    name: "url",
    type: "string",
    default: "",
    description: "The URL of the file. Must be HTTPS in production.",
    routing: {
      send: {
        type: "body",
        property: "url"
      }
    },
    required: true,
    displayOptions: {
      show: {
        resource: [
          "media"
        ],
        operation: [
          "ingest"
        ]
      }
    }
  },
  {
    displayName: "Bytes Size",
    name: "bytes_size",
    type: "number",
    default: 1,
    typeOptions: {
      minValue: 1
    },
    description: "Size of the file in bytes",
    routing: {
      send: {
        type: "body",
        property: "bytes_size"
      }
    },
    required: true,
    displayOptions: {
      show: {
        resource: [
          "media"
        ],
        operation: [
          "createUpload"
        ]
      }
    }
  },
  {
    displayName: "Additional Fields",
    name: "additionalFields",
    type: "collection",
    placeholder: "Add Field",
    default: {},
    displayOptions: {
      show: {
        resource: [
          "media"
        ],
        operation: [
          "createUpload"
        ]
      }
    },
    options: [
      {
        displayName: "Filename",
        name: "filename",
        type: "string",
        default: "",
        routing: {
          send: {
            type: "body",
            property: "filename"
          }
        }
      }
    ]
  },
  {
    displayName: "Media ID",
    name: "id",
    type: "string",
    required: true,
    default: "",
    displayOptions: {
      show: {
        resource: [
          "media"
        ],
        operation: [
          "complete"
        ]
      }
    }
  },
  {
    displayName: "Return All",
    name: "returnAll",
    type: "boolean",
    default: false,
    description: "Whether to return all results or only up to a given limit",
    displayOptions: {
      show: {
        resource: [
          "media"
        ],
        operation: [
          "getAll"
        ]
      }
    },
    routing: {
      send: {
        paginate: "={{ $value }}",
        type: "query",
        property: "limit",
        value: "={{ $value ? 100 : undefined }}"
      },
      operations: {
        pagination: {
          type: "generic",
          properties: {
            continue: "={{ !!$response.body?.next_cursor }}",
            request: {
              url: "={{ $request.url + ($response.body?.next_cursor ? '?cursor=' + encodeURIComponent($response.body.next_cursor) : '') }}"
            }
          }
        }
      }
    }
  },
  {
    displayName: "Limit",
    name: "limit",
    type: "number",
    typeOptions: {
      minValue: 1,
      maxValue: 100
    },
    default: 50,
    description: "Max number of results to return",
    displayOptions: {
      show: {
        resource: [
          "media"
        ],
        operation: [
          "getAll"
        ],
        returnAll: [
          false
        ]
      }
    },
    routing: {
      send: {
        type: "query",
        property: "limit"
      },
      output: {
        maxResults: "={{ $value }}"
      }
    }
  },
  {
    displayName: "Filters",
    name: "filters",
    type: "collection",
    placeholder: "Add Field",
    default: {},
    displayOptions: {
      show: {
        resource: [
          "media"
        ],
        operation: [
          "getAll"
        ]
      }
    },
    options: [
      {
        displayName: "Status",
        name: "status",
        type: "options",
        options: [
          {
            name: "Failed",
            value: "failed"
          },
          {
            name: "Fetching",
            value: "fetching"
          },
          {
            name: "Pending",
            value: "pending"
          },
          {
            name: "Ready",
            value: "ready"
          }
        ],
        default: "failed",
        routing: {
          send: {
            type: "query",
            property: "status"
          }
        }
      }
    ]
  },
  {
    displayName: "Media ID",
    name: "id",
    type: "string",
    required: true,
    default: "",
    displayOptions: {
      show: {
        resource: [
          "media"
        ],
        operation: [
          "get"
        ]
      }
    }
  },
  {
    displayName: "Media ID",
    name: "id",
    type: "string",
    required: true,
    default: "",
    displayOptions: {
      show: {
        resource: [
          "media"
        ],
        operation: [
          "delete"
        ]
      }
    }
  },
  {
    displayName: "Operation",
    name: "operation",
    type: "options",
    noDataExpression: true,
    displayOptions: {
      show: {
        resource: [
          "demoData"
        ]
      }
    },
    options: [
      {
        name: "Create",
        value: "create",
        action: "Add demo data",
        description: "Creates a profile \"Demo\" with two accounts on the sandbox, posts in every state, messages, comments and reviews. It costs no credits, and leaves the server only in the webhooks that you subscribe to. It is ready within seconds; a workspace has it once, and a repeated call changes nothing.",
        routing: {
          request: {
            method: "POST",
            url: "/v1/demo-data",
            headers: {
              "Idempotency-Key": "=n8n-{{ $execution.id }}-{{ $nodeId }}-{{ $runIndex }}-{{ $itemIndex }}"
            }
          }
        }
      },
      {
        name: "Delete",
        value: "delete",
        action: "Remove the demo data",
        description: "Deletes its profile with everything in it, including anything added to that profile since, and its people on the sandbox. Nothing else changes.",
        routing: {
          request: {
            method: "DELETE",
            url: "/v1/demo-data",
            headers: {
              "Idempotency-Key": "=n8n-{{ $execution.id }}-{{ $nodeId }}-{{ $runIndex }}-{{ $itemIndex }}"
            }
          }
        }
      },
      {
        name: "Get",
        value: "get",
        action: "Read the status of the demo data",
        description: "Read the status of the demo data",
        routing: {
          request: {
            method: "GET",
            url: "/v1/demo-data"
          }
        }
      }
    ],
    default: "create"
  },
  {
    displayName: "Operation",
    name: "operation",
    type: "options",
    noDataExpression: true,
    displayOptions: {
      show: {
        resource: [
          "purchase"
        ]
      }
    },
    options: [
      {
        name: "Get",
        value: "get",
        action: "Read again what was bought",
        description: "Free: the result was charged when it was bought",
        routing: {
          request: {
            method: "GET",
            url: "=/v1/data/purchases/{{ encodeURIComponent($parameter[\"id\"]) }}"
          }
        }
      },
      {
        name: "Get Many",
        value: "getAll",
        action: "List what was bought",
        description: "People, companies, addresses and verdicts that lookups, workflows and data jobs of this workspace were charged for. GET /v1/data/purchases/{ID} returns the result again, free. A page examines at most 5000 purchases, so with filters a page can be short or empty while has_more is true: continue with next_cursor.",
        routing: {
          request: {
            method: "GET",
            url: "/v1/data/purchases"
          },
          output: {
            postReceive: [
              {
                type: "rootProperty",
                properties: {
                  property: "data"
                }
              }
            ]
          }
        }
      }
    ],
    default: "get"
  },
  {
    displayName: "Return All",
    name: "returnAll",
    type: "boolean",
    default: false,
    description: "Whether to return all results or only up to a given limit",
    displayOptions: {
      show: {
        resource: [
          "purchase"
        ],
        operation: [
          "getAll"
        ]
      }
    },
    routing: {
      send: {
        paginate: "={{ $value }}",
        type: "query",
        property: "limit",
        value: "={{ $value ? 100 : undefined }}"
      },
      operations: {
        pagination: {
          type: "generic",
          properties: {
            continue: "={{ !!$response.body?.next_cursor }}",
            request: {
              url: "={{ $request.url + ($response.body?.next_cursor ? '?cursor=' + encodeURIComponent($response.body.next_cursor) : '') }}"
            }
          }
        }
      }
    }
  },
  {
    displayName: "Limit",
    name: "limit",
    type: "number",
    typeOptions: {
      minValue: 1,
      maxValue: 100
    },
    default: 50,
    description: "Max number of results to return",
    displayOptions: {
      show: {
        resource: [
          "purchase"
        ],
        operation: [
          "getAll"
        ],
        returnAll: [
          false
        ]
      }
    },
    routing: {
      send: {
        type: "query",
        property: "limit"
      },
      output: {
        maxResults: "={{ $value }}"
      }
    }
  },
  {
    displayName: "Filters",
    name: "filters",
    type: "collection",
    placeholder: "Add Field",
    default: {},
    displayOptions: {
      show: {
        resource: [
          "purchase"
        ],
        operation: [
          "getAll"
        ]
      }
    },
    options: [
      {
        displayName: "Action Name",
        name: "actionName",
        type: "string",
        default: "",
        routing: {
          send: {
            type: "query",
            property: "action"
          }
        }
      },
      {
        displayName: "From",
        name: "from",
        type: "dateTime",
        default: "",
        description: "Only purchases from this time on",
        routing: {
          send: {
            type: "query",
            property: "from"
          }
        }
      },
      {
        displayName: "Q",
        name: "q",
        type: "string",
        default: "",
        description: "Text in the question, or in the name or address found",
        routing: {
          send: {
            type: "query",
            property: "q"
          }
        }
      },
      {
        displayName: "Request ID",
        name: "request_id",
        type: "string",
        default: "",
        description: "Only what this call bought",
        routing: {
          send: {
            type: "query",
            property: "request_id"
          }
        }
      },
      {
        displayName: "To",
        name: "to",
        type: "dateTime",
        default: "",
        description: "Only purchases before this time",
        routing: {
          send: {
            type: "query",
            property: "to"
          }
        }
      }
    ]
  },
  {
    displayName: "Purchase ID",
    name: "id",
    type: "string",
    required: true,
    default: "",
    displayOptions: {
      show: {
        resource: [
          "purchase"
        ],
        operation: [
          "get"
        ]
      }
    }
  },
  {
    displayName: "Operation",
    name: "operation",
    type: "options",
    noDataExpression: true,
    displayOptions: {
      show: {
        resource: [
          "data"
        ]
      }
    },
    options: [
      {
        name: "Consensus",
        value: "consensus",
        action: "Find people on whom independent sources agree",
        description: "Asks every source and counts one vote per data lineage: resellers of one data set are one lineage, and so are imports with the same name. Sources agree on a person when at least 2 lineages, and two thirds of those that know the person, name the same company; each field shows the value that most lineages give. Charged per person agreed on; data is null when there is none. With a test key the query nobody finds nothing and failure fails.",
        routing: {
          request: {
            method: "POST",
            url: "/v1/data/consensus",
            headers: {
              "Idempotency-Key": "=n8n-{{ $execution.id }}-{{ $nodeId }}-{{ $runIndex }}-{{ $itemIndex }}"
            }
          }
        }
      },
      {
        name: "Enrich Person",
        value: "enrichPerson",
        action: "Enrich a person",
        description: "Ask with an email as query, with filters.person_id, or with a name and a domain as for find-email. If nothing is found, data is null and nothing is charged. With a test key nobody@example.com is never found and failure@example.com always fails.",
        routing: {
          request: {
            method: "POST",
            url: "/v1/data/people/enrich",
            headers: {
              "Idempotency-Key": "=n8n-{{ $execution.id }}-{{ $nodeId }}-{{ $runIndex }}-{{ $itemIndex }}"
            }
          }
        }
      },
      {
        name: "Estimate Consensus",
        value: "estimateConsensus",
        action: "Estimate the cost of consensus",
        description: "Free, also for read keys, and runs nothing. Takes the body of the call and refuses the same requests; the estimate is the amount that the call holds. purchase is what the workspace already has: reading it again is free.",
        routing: {
          request: {
            method: "POST",
            url: "/v1/data/consensus:estimate",
            headers: {
              "Idempotency-Key": "=n8n-{{ $execution.id }}-{{ $nodeId }}-{{ $runIndex }}-{{ $itemIndex }}"
            }
          }
        }
      },
      {
        name: "Estimate Enrich Person",
        value: "estimateEnrichPerson",
        action: "Estimate the cost of people enrich",
        description: "Free, also for read keys, and runs nothing. Takes the body of the call and refuses the same requests; the estimate is the amount that the call holds. purchase is what the workspace already has: reading it again is free.",
        routing: {
          request: {
            method: "POST",
            url: "/v1/data/people/enrich:estimate",
            headers: {
              "Idempotency-Key": "=n8n-{{ $execution.id }}-{{ $nodeId }}-{{ $runIndex }}-{{ $itemIndex }}"
            }
          }
        }
      },
      {
        name: "Estimate Find Email",
        value: "estimateFindEmail",
        action: "Estimate the cost of contacts find email",
        description: "Free, also for read keys, and runs nothing. Takes the body of the call and refuses the same requests; the estimate is the amount that the call holds. purchase is what the workspace already has: reading it again is free.",
        routing: {
          request: {
            method: "POST",
            url: "/v1/data/contacts/find-email:estimate",
            headers: {
              "Idempotency-Key": "=n8n-{{ $execution.id }}-{{ $nodeId }}-{{ $runIndex }}-{{ $itemIndex }}"
            }
          }
        }
      },
      {
        name: "Estimate Search Companies",
        value: "estimateSearchCompanies",
        action: "Estimate the cost of search companies",
        description: "Free, also for read keys, and runs nothing. Takes the body of the call and refuses the same requests; the estimate is the amount that the call holds. purchase is what the workspace already has: reading it again is free.",
        routing: {
          request: {
            method: "POST",
            url: "/v1/data/search/companies:estimate",
            headers: {
              "Idempotency-Key": "=n8n-{{ $execution.id }}-{{ $nodeId }}-{{ $runIndex }}-{{ $itemIndex }}"
            }
          }
        }
      },
      {
        name: "Estimate Search People",
        value: "estimateSearchPeople",
        action: "Estimate the cost of search people",
        description: "Free, also for read keys, and runs nothing. Takes the body of the call and refuses the same requests; the estimate is the amount that the call holds. purchase is what the workspace already has: reading it again is free.",
        routing: {
          request: {
            method: "POST",
            url: "/v1/data/search/people:estimate",
            headers: {
              "Idempotency-Key": "=n8n-{{ $execution.id }}-{{ $nodeId }}-{{ $runIndex }}-{{ $itemIndex }}"
            }
          }
        }
      },
      {
        name: "Estimate Verify Email",
        value: "estimateVerifyEmail",
        action: "Estimate the cost of contacts verify email",
        description: "Free, also for read keys, and runs nothing. Takes the body of the call and refuses the same requests; the estimate is the amount that the call holds. purchase is what the workspace already has: reading it again is free.",
        routing: {
          request: {
            method: "POST",
            url: "/v1/data/contacts/verify-email:estimate",
            headers: {
              "Idempotency-Key": "=n8n-{{ $execution.id }}-{{ $nodeId }}-{{ $runIndex }}-{{ $itemIndex }}"
            }
          }
        }
      },
      {
        name: "Find Email",
        value: "findEmail",
        action: "Find the work email of a person",
        description: "Ask with query (\"Ada Example, example.com\") or with filters {full_name | first_name, last_name, domain}. If nothing is found, data is null and nothing is charged. With a test key Nobody Nowhere, example.com is never found and Upstream Failure, example.com always fails.",
        routing: {
          request: {
            method: "POST",
            url: "/v1/data/contacts/find-email",
            headers: {
              "Idempotency-Key": "=n8n-{{ $execution.id }}-{{ $nodeId }}-{{ $runIndex }}-{{ $itemIndex }}"
            }
          }
        }
      },
      {
        name: "Search Companies",
        value: "searchCompanies",
        action: "Search companies by text and filters",
        description: "Charged per company found. With a test key the query nobody finds nothing and failure fails.",
        routing: {
          request: {
            method: "POST",
            url: "/v1/data/search/companies",
            headers: {
              "Idempotency-Key": "=n8n-{{ $execution.id }}-{{ $nodeId }}-{{ $runIndex }}-{{ $itemIndex }}"
            }
          },
          output: {
            postReceive: [
              {
                type: "rootProperty",
                properties: {
                  property: "data"
                }
              }
            ]
          }
        }
      },
      {
        name: "Search People",
        value: "searchPeople",
        action: "Search people by text and filters",
        description: "Charged per person found. An empty body is valid and buys the first 10 people of the directory, best-known first. With since_cursor only changes are returned, each page at the price of the same search without it; a page without changes has data null and costs nothing, even when has_more is true. With a test key the query nobody finds nothing and failure fails.",
        routing: {
          request: {
            method: "POST",
            url: "/v1/data/search/people",
            headers: {
              "Idempotency-Key": "=n8n-{{ $execution.id }}-{{ $nodeId }}-{{ $runIndex }}-{{ $itemIndex }}"
            }
          },
          output: {
            postReceive: [
              {
                type: "rootProperty",
                properties: {
                  property: "data"
                }
              }
            ]
          }
        }
      },
      {
        name: "Verify Email",
        value: "verifyEmail",
        action: "Verify that a mailbox exists",
        description: "Ask with the address as query or as filters.email. If nothing is found, data is null and nothing is charged. With a test key nobody@example.com is never found and failure@example.com always fails.",
        routing: {
          request: {
            method: "POST",
            url: "/v1/data/contacts/verify-email",
            headers: {
              "Idempotency-Key": "=n8n-{{ $execution.id }}-{{ $nodeId }}-{{ $runIndex }}-{{ $itemIndex }}"
            }
          }
        }
      }
    ],
    default: "consensus"
  },
  {
    displayName: "Additional Fields",
    name: "additionalFields",
    type: "collection",
    placeholder: "Add Field",
    default: {},
    displayOptions: {
      show: {
        resource: [
          "data"
        ],
        operation: [
          "searchPeople"
        ]
      }
    },
    options: [
      {
        displayName: "Cursor",
        name: "cursor",
        type: "string",
        default: "",
        routing: {
          send: {
            type: "body",
            property: "cursor"
          }
        }
      },
      {
        displayName: "Filters",
        name: "filters",
        type: "json",
        default: "{}",
        description: "Each field takes a list, or include and exclude. A result matches all fields, and at least one value of each.",
        routing: {
          send: {
            type: "body",
            property: "filters",
            value: "={{ typeof $value === 'string' ? JSON.parse($value) : $value }}"
          }
        }
      },
      {
        displayName: "Max Credits",
        name: "maxCredits",
        type: "number",
        typeOptions: {
          minValue: 0
        },
        default: 10,
        description: "Refuse the call if it could cost more than this",
        routing: {
          request: {
            headers: {
              "X-Max-Credits": "={{ $value }}"
            }
          }
        }
      },
      {
        displayName: "Number of Results",
        name: "count",
        type: "number",
        default: 1,
        typeOptions: {
          minValue: 1,
          maxValue: 100
        },
        description: "Maximum number of items to find and pay for; defaults to 10",
        routing: {
          send: {
            type: "body",
            property: "limit"
          }
        }
      },
      {
        displayName: "Query",
        name: "query",
        type: "string",
        default: "",
        routing: {
          send: {
            type: "body",
            property: "query"
          }
        }
      },
      {
        displayName: "Since Cursor",
        name: "since_cursor",
        type: "string",
        default: "",
        routing: {
          send: {
            type: "body",
            property: "since_cursor"
          }
        }
      },
      {
        displayName: "Track Delta",
        name: "track_delta",
        type: "boolean",
        default: false,
        description: "Whether returns a cursor; a later call with it as since_cursor returns only changes",
        routing: {
          send: {
            type: "body",
            property: "track_delta"
          }
        }
      }
    ]
  },
  {
    displayName: "Additional Fields",
    name: "additionalFields",
    type: "collection",
    placeholder: "Add Field",
    default: {},
    displayOptions: {
      show: {
        resource: [
          "data"
        ],
        operation: [
          "searchCompanies"
        ]
      }
    },
    options: [
      {
        displayName: "Cursor",
        name: "cursor",
        type: "string",
        default: "",
        routing: {
          send: {
            type: "body",
            property: "cursor"
          }
        }
      },
      {
        displayName: "Filters",
        name: "filters",
        type: "json",
        default: "{}",
        description: "Each field takes a list, or include and exclude. A result matches all fields, and at least one value of each.",
        routing: {
          send: {
            type: "body",
            property: "filters",
            value: "={{ typeof $value === 'string' ? JSON.parse($value) : $value }}"
          }
        }
      },
      {
        displayName: "Max Credits",
        name: "maxCredits",
        type: "number",
        typeOptions: {
          minValue: 0
        },
        default: 10,
        description: "Refuse the call if it could cost more than this",
        routing: {
          request: {
            headers: {
              "X-Max-Credits": "={{ $value }}"
            }
          }
        }
      },
      {
        displayName: "Number of Results",
        name: "count",
        type: "number",
        default: 1,
        typeOptions: {
          minValue: 1,
          maxValue: 100
        },
        description: "Maximum number of items to find and pay for; defaults to 10",
        routing: {
          send: {
            type: "body",
            property: "limit"
          }
        }
      },
      {
        displayName: "Query",
        name: "query",
        type: "string",
        default: "",
        routing: {
          send: {
            type: "body",
            property: "query"
          }
        }
      }
    ]
  },
  {
    displayName: "Additional Fields",
    name: "additionalFields",
    type: "collection",
    placeholder: "Add Field",
    default: {},
    displayOptions: {
      show: {
        resource: [
          "data"
        ],
        operation: [
          "findEmail"
        ]
      }
    },
    options: [
      {
        displayName: "Cursor",
        name: "cursor",
        type: "string",
        default: "",
        routing: {
          send: {
            type: "body",
            property: "cursor"
          }
        }
      },
      {
        displayName: "Filters",
        name: "filters",
        type: "json",
        default: "{}",
        routing: {
          send: {
            type: "body",
            property: "filters",
            value: "={{ typeof $value === 'string' ? JSON.parse($value) : $value }}"
          }
        }
      },
      {
        displayName: "Max Credits",
        name: "maxCredits",
        type: "number",
        typeOptions: {
          minValue: 0
        },
        default: 10,
        description: "Refuse the call if it could cost more than this",
        routing: {
          request: {
            headers: {
              "X-Max-Credits": "={{ $value }}"
            }
          }
        }
      },
      {
        displayName: "Number of Results",
        name: "count",
        type: "number",
        default: 1,
        typeOptions: {
          minValue: 1,
          maxValue: 100
        },
        description: "Maximum number of items to find and pay for; defaults to 10",
        routing: {
          send: {
            type: "body",
            property: "limit"
          }
        }
      },
      {
        displayName: "Query",
        name: "query",
        type: "string",
        default: "",
        routing: {
          send: {
            type: "body",
            property: "query"
          }
        }
      },
      {
        displayName: "Since Cursor",
        name: "since_cursor",
        type: "string",
        default: "",
        routing: {
          send: {
            type: "body",
            property: "since_cursor"
          }
        }
      },
      {
        displayName: "Track Delta",
        name: "track_delta",
        type: "boolean",
        default: false,
        description: "Whether returns a cursor; a later call with it as since_cursor returns only changes",
        routing: {
          send: {
            type: "body",
            property: "track_delta"
          }
        }
      }
    ]
  },
  {
    displayName: "Additional Fields",
    name: "additionalFields",
    type: "collection",
    placeholder: "Add Field",
    default: {},
    displayOptions: {
      show: {
        resource: [
          "data"
        ],
        operation: [
          "verifyEmail"
        ]
      }
    },
    options: [
      {
        displayName: "Filters",
        name: "filters",
        type: "json",
        default: "{}",
        routing: {
          send: {
            type: "body",
            property: "filters",
            value: "={{ typeof $value === 'string' ? JSON.parse($value) : $value }}"
          }
        }
      },
      {
        displayName: "Max Credits",
        name: "maxCredits",
        type: "number",
        typeOptions: {
          minValue: 0
        },
        default: 10,
        description: "Refuse the call if it could cost more than this",
        routing: {
          request: {
            headers: {
              "X-Max-Credits": "={{ $value }}"
            }
          }
        }
      },
      {
        displayName: "Number of Results",
        name: "count",
        type: "number",
        default: 1,
        typeOptions: {
          minValue: 1,
          maxValue: 100
        },
        description: "Maximum number of items to find and pay for; defaults to 10",
        routing: {
          send: {
            type: "body",
            property: "limit"
          }
        }
      },
      {
        displayName: "Query",
        name: "query",
        type: "string",
        default: "",
        routing: {
          send: {
            type: "body",
            property: "query"
          }
        }
      }
    ]
  },
  {
    displayName: "Additional Fields",
    name: "additionalFields",
    type: "collection",
    placeholder: "Add Field",
    default: {},
    displayOptions: {
      show: {
        resource: [
          "data"
        ],
        operation: [
          "enrichPerson"
        ]
      }
    },
    options: [
      {
        displayName: "Filters",
        name: "filters",
        type: "json",
        default: "{}",
        routing: {
          send: {
            type: "body",
            property: "filters",
            value: "={{ typeof $value === 'string' ? JSON.parse($value) : $value }}"
          }
        }
      },
      {
        displayName: "Max Credits",
        name: "maxCredits",
        type: "number",
        typeOptions: {
          minValue: 0
        },
        default: 10,
        description: "Refuse the call if it could cost more than this",
        routing: {
          request: {
            headers: {
              "X-Max-Credits": "={{ $value }}"
            }
          }
        }
      },
      {
        displayName: "Number of Results",
        name: "count",
        type: "number",
        default: 1,
        typeOptions: {
          minValue: 1,
          maxValue: 100
        },
        description: "Maximum number of items to find and pay for; defaults to 10",
        routing: {
          send: {
            type: "body",
            property: "limit"
          }
        }
      },
      {
        displayName: "Query",
        name: "query",
        type: "string",
        default: "",
        routing: {
          send: {
            type: "body",
            property: "query"
          }
        }
      }
    ]
  },
  {
    displayName: "Query",
    name: "query",
    type: "string",
    default: "",
    routing: {
      send: {
        type: "body",
        property: "query"
      }
    },
    required: true,
    displayOptions: {
      show: {
        resource: [
          "data"
        ],
        operation: [
          "consensus"
        ]
      }
    }
  },
  {
    displayName: "Additional Fields",
    name: "additionalFields",
    type: "collection",
    placeholder: "Add Field",
    default: {},
    displayOptions: {
      show: {
        resource: [
          "data"
        ],
        operation: [
          "consensus"
        ]
      }
    },
    options: [
      {
        displayName: "Max Credits",
        name: "maxCredits",
        type: "number",
        typeOptions: {
          minValue: 0
        },
        default: 10,
        description: "Refuse the call if it could cost more than this",
        routing: {
          request: {
            headers: {
              "X-Max-Credits": "={{ $value }}"
            }
          }
        }
      },
      {
        displayName: "Number of Results",
        name: "count",
        type: "number",
        default: 1,
        typeOptions: {
          minValue: 1,
          maxValue: 100
        },
        description: "Maximum number of items to find and pay for; defaults to 10",
        routing: {
          send: {
            type: "body",
            property: "limit"
          }
        }
      }
    ]
  },
  {
    displayName: "Additional Fields",
    name: "additionalFields",
    type: "collection",
    placeholder: "Add Field",
    default: {},
    displayOptions: {
      show: {
        resource: [
          "data"
        ],
        operation: [
          "estimateSearchPeople"
        ]
      }
    },
    options: [
      {
        displayName: "Cursor",
        name: "cursor",
        type: "string",
        default: "",
        routing: {
          send: {
            type: "body",
            property: "cursor"
          }
        }
      },
      {
        displayName: "Filters",
        name: "filters",
        type: "json",
        default: "{}",
        description: "Each field takes a list, or include and exclude. A result matches all fields, and at least one value of each.",
        routing: {
          send: {
            type: "body",
            property: "filters",
            value: "={{ typeof $value === 'string' ? JSON.parse($value) : $value }}"
          }
        }
      },
      {
        displayName: "Number of Results",
        name: "count",
        type: "number",
        default: 1,
        typeOptions: {
          minValue: 1,
          maxValue: 100
        },
        description: "Maximum number of items to find and pay for; defaults to 10",
        routing: {
          send: {
            type: "body",
            property: "limit"
          }
        }
      },
      {
        displayName: "Query",
        name: "query",
        type: "string",
        default: "",
        routing: {
          send: {
            type: "body",
            property: "query"
          }
        }
      },
      {
        displayName: "Since Cursor",
        name: "since_cursor",
        type: "string",
        default: "",
        routing: {
          send: {
            type: "body",
            property: "since_cursor"
          }
        }
      },
      {
        displayName: "Track Delta",
        name: "track_delta",
        type: "boolean",
        default: false,
        description: "Whether returns a cursor; a later call with it as since_cursor returns only changes",
        routing: {
          send: {
            type: "body",
            property: "track_delta"
          }
        }
      }
    ]
  },
  {
    displayName: "Additional Fields",
    name: "additionalFields",
    type: "collection",
    placeholder: "Add Field",
    default: {},
    displayOptions: {
      show: {
        resource: [
          "data"
        ],
        operation: [
          "estimateSearchCompanies"
        ]
      }
    },
    options: [
      {
        displayName: "Cursor",
        name: "cursor",
        type: "string",
        default: "",
        routing: {
          send: {
            type: "body",
            property: "cursor"
          }
        }
      },
      {
        displayName: "Filters",
        name: "filters",
        type: "json",
        default: "{}",
        description: "Each field takes a list, or include and exclude. A result matches all fields, and at least one value of each.",
        routing: {
          send: {
            type: "body",
            property: "filters",
            value: "={{ typeof $value === 'string' ? JSON.parse($value) : $value }}"
          }
        }
      },
      {
        displayName: "Number of Results",
        name: "count",
        type: "number",
        default: 1,
        typeOptions: {
          minValue: 1,
          maxValue: 100
        },
        description: "Maximum number of items to find and pay for; defaults to 10",
        routing: {
          send: {
            type: "body",
            property: "limit"
          }
        }
      },
      {
        displayName: "Query",
        name: "query",
        type: "string",
        default: "",
        routing: {
          send: {
            type: "body",
            property: "query"
          }
        }
      }
    ]
  },
  {
    displayName: "Additional Fields",
    name: "additionalFields",
    type: "collection",
    placeholder: "Add Field",
    default: {},
    displayOptions: {
      show: {
        resource: [
          "data"
        ],
        operation: [
          "estimateEnrichPerson"
        ]
      }
    },
    options: [
      {
        displayName: "Filters",
        name: "filters",
        type: "json",
        default: "{}",
        routing: {
          send: {
            type: "body",
            property: "filters",
            value: "={{ typeof $value === 'string' ? JSON.parse($value) : $value }}"
          }
        }
      },
      {
        displayName: "Number of Results",
        name: "count",
        type: "number",
        default: 1,
        typeOptions: {
          minValue: 1,
          maxValue: 100
        },
        description: "Maximum number of items to find and pay for; defaults to 10",
        routing: {
          send: {
            type: "body",
            property: "limit"
          }
        }
      },
      {
        displayName: "Query",
        name: "query",
        type: "string",
        default: "",
        routing: {
          send: {
            type: "body",
            property: "query"
          }
        }
      }
    ]
  },
  {
    displayName: "Additional Fields",
    name: "additionalFields",
    type: "collection",
    placeholder: "Add Field",
    default: {},
    displayOptions: {
      show: {
        resource: [
          "data"
        ],
        operation: [
          "estimateFindEmail"
        ]
      }
    },
    options: [
      {
        displayName: "Cursor",
        name: "cursor",
        type: "string",
        default: "",
        routing: {
          send: {
            type: "body",
            property: "cursor"
          }
        }
      },
      {
        displayName: "Filters",
        name: "filters",
        type: "json",
        default: "{}",
        routing: {
          send: {
            type: "body",
            property: "filters",
            value: "={{ typeof $value === 'string' ? JSON.parse($value) : $value }}"
          }
        }
      },
      {
        displayName: "Number of Results",
        name: "count",
        type: "number",
        default: 1,
        typeOptions: {
          minValue: 1,
          maxValue: 100
        },
        description: "Maximum number of items to find and pay for; defaults to 10",
        routing: {
          send: {
            type: "body",
            property: "limit"
          }
        }
      },
      {
        displayName: "Query",
        name: "query",
        type: "string",
        default: "",
        routing: {
          send: {
            type: "body",
            property: "query"
          }
        }
      },
      {
        displayName: "Since Cursor",
        name: "since_cursor",
        type: "string",
        default: "",
        routing: {
          send: {
            type: "body",
            property: "since_cursor"
          }
        }
      },
      {
        displayName: "Track Delta",
        name: "track_delta",
        type: "boolean",
        default: false,
        description: "Whether returns a cursor; a later call with it as since_cursor returns only changes",
        routing: {
          send: {
            type: "body",
            property: "track_delta"
          }
        }
      }
    ]
  },
  {
    displayName: "Additional Fields",
    name: "additionalFields",
    type: "collection",
    placeholder: "Add Field",
    default: {},
    displayOptions: {
      show: {
        resource: [
          "data"
        ],
        operation: [
          "estimateVerifyEmail"
        ]
      }
    },
    options: [
      {
        displayName: "Filters",
        name: "filters",
        type: "json",
        default: "{}",
        routing: {
          send: {
            type: "body",
            property: "filters",
            value: "={{ typeof $value === 'string' ? JSON.parse($value) : $value }}"
          }
        }
      },
      {
        displayName: "Number of Results",
        name: "count",
        type: "number",
        default: 1,
        typeOptions: {
          minValue: 1,
          maxValue: 100
        },
        description: "Maximum number of items to find and pay for; defaults to 10",
        routing: {
          send: {
            type: "body",
            property: "limit"
          }
        }
      },
      {
        displayName: "Query",
        name: "query",
        type: "string",
        default: "",
        routing: {
          send: {
            type: "body",
            property: "query"
          }
        }
      }
    ]
  },
  {
    displayName: "Query",
    name: "query",
    type: "string",
    default: "",
    routing: {
      send: {
        type: "body",
        property: "query"
      }
    },
    required: true,
    displayOptions: {
      show: {
        resource: [
          "data"
        ],
        operation: [
          "estimateConsensus"
        ]
      }
    }
  },
  {
    displayName: "Additional Fields",
    name: "additionalFields",
    type: "collection",
    placeholder: "Add Field",
    default: {},
    displayOptions: {
      show: {
        resource: [
          "data"
        ],
        operation: [
          "estimateConsensus"
        ]
      }
    },
    options: [
      {
        displayName: "Number of Results",
        name: "count",
        type: "number",
        default: 1,
        typeOptions: {
          minValue: 1,
          maxValue: 100
        },
        description: "Maximum number of items to find and pay for; defaults to 10",
        routing: {
          send: {
            type: "body",
            property: "limit"
          }
        }
      }
    ]
  },
  {
    displayName: "Operation",
    name: "operation",
    type: "options",
    noDataExpression: true,
    displayOptions: {
      show: {
        resource: [
          "action"
        ]
      }
    },
    options: [
      {
        name: "Get Many",
        value: "getAll",
        action: "List all actions and workflows with their prices",
        description: "Includes the call that runs each action, and its input",
        routing: {
          request: {
            method: "GET",
            url: "/v1/meta/actions"
          },
          output: {
            postReceive: [
              {
                type: "rootProperty",
                properties: {
                  property: "data"
                }
              }
            ]
          }
        }
      }
    ],
    default: "getAll"
  },
  {
    displayName: "Return All",
    name: "returnAll",
    type: "boolean",
    default: false,
    description: "Whether to return all results or only up to a given limit",
    displayOptions: {
      show: {
        resource: [
          "action"
        ],
        operation: [
          "getAll"
        ]
      }
    },
    routing: {
      send: {
        paginate: "={{ $value }}",
        type: "query",
        property: "limit",
        value: "={{ $value ? 100 : undefined }}"
      },
      operations: {
        pagination: {
          type: "generic",
          properties: {
            continue: "={{ !!$response.body?.next_cursor }}",
            request: {
              url: "={{ $request.url + ($response.body?.next_cursor ? '?cursor=' + encodeURIComponent($response.body.next_cursor) : '') }}"
            }
          }
        }
      }
    }
  },
  {
    displayName: "Limit",
    name: "limit",
    type: "number",
    typeOptions: {
      minValue: 1,
      maxValue: 100
    },
    default: 50,
    description: "Max number of results to return",
    displayOptions: {
      show: {
        resource: [
          "action"
        ],
        operation: [
          "getAll"
        ],
        returnAll: [
          false
        ]
      }
    },
    routing: {
      send: {
        type: "query",
        property: "limit"
      },
      output: {
        maxResults: "={{ $value }}"
      }
    }
  },
  {
    displayName: "Operation",
    name: "operation",
    type: "options",
    noDataExpression: true,
    displayOptions: {
      show: {
        resource: [
          "workflow"
        ]
      }
    },
    options: [
      {
        name: "Estimate Enrich List",
        value: "estimateEnrichList",
        action: "Estimate the cost of enrich list",
        description: "Free, also for read keys, and runs nothing. The estimate is the amount that the workflow holds.",
        routing: {
          request: {
            method: "POST",
            url: "/v1/data/workflows/enrich-list:estimate",
            headers: {
              "Idempotency-Key": "=n8n-{{ $execution.id }}-{{ $nodeId }}-{{ $runIndex }}-{{ $itemIndex }}"
            }
          }
        }
      },
      {
        name: "Estimate Lead List",
        value: "estimateLeadList",
        action: "Estimate the cost of lead list",
        description: "Free, also for read keys, and runs nothing. The estimate is the amount that the workflow holds.",
        routing: {
          request: {
            method: "POST",
            url: "/v1/data/workflows/lead-list:estimate",
            headers: {
              "Idempotency-Key": "=n8n-{{ $execution.id }}-{{ $nodeId }}-{{ $runIndex }}-{{ $itemIndex }}"
            }
          }
        }
      },
      {
        name: "Estimate Verify List",
        value: "estimateVerifyList",
        action: "Estimate the cost of verify list",
        description: "Free, also for read keys, and runs nothing. The estimate is the amount that the workflow holds.",
        routing: {
          request: {
            method: "POST",
            url: "/v1/data/workflows/verify-list:estimate",
            headers: {
              "Idempotency-Key": "=n8n-{{ $execution.id }}-{{ $nodeId }}-{{ $runIndex }}-{{ $itemIndex }}"
            }
          }
        }
      },
      {
        name: "Get Many",
        value: "getAll",
        action: "List the workflows this key can run",
        description: "Includes their inputs, steps and prices",
        routing: {
          request: {
            method: "GET",
            url: "/v1/data/workflows"
          },
          output: {
            postReceive: [
              {
                type: "rootProperty",
                properties: {
                  property: "data"
                }
              }
            ]
          }
        }
      },
      {
        name: "Run Enrich List",
        value: "runEnrichList",
        action: "Enrich the people of a list",
        description: "Takes emails (\"ada@example.com\") and names with a domain (\"Ada Example, example.com\"); a person who is listed twice is looked up once. Each step is charged for each row in which it finds something: at most 3 credits a row. If a source fails, the error is in its step; if nothing was found and sources failed, the call fails and is free. If nothing is found, data is null and nothing is charged. With a test key nobody@example.com is never found and failure@example.com always fails.",
        routing: {
          request: {
            method: "POST",
            url: "/v1/data/workflows/enrich-list",
            headers: {
              "Idempotency-Key": "=n8n-{{ $execution.id }}-{{ $nodeId }}-{{ $runIndex }}-{{ $itemIndex }}"
            }
          }
        }
      },
      {
        name: "Run Lead List",
        value: "runLeadList",
        action: "Find people with their verified work emails",
        description: "Searches for people, then finds and verifies the email of each. Each step is charged for each row in which it finds something: at most 7 credits a row. If a source fails, the error is in its step; if nothing was found and sources failed, the call fails and is free. If nothing is found, data is null and nothing is charged. With a test key the query nobody finds nothing and failure fails.",
        routing: {
          request: {
            method: "POST",
            url: "/v1/data/workflows/lead-list",
            headers: {
              "Idempotency-Key": "=n8n-{{ $execution.id }}-{{ $nodeId }}-{{ $runIndex }}-{{ $itemIndex }}"
            }
          }
        }
      },
      {
        name: "Run Verify List",
        value: "runVerifyList",
        action: "Verify the email addresses of a list",
        description: "Verifies every address of the list; one that is listed twice is verified once. A text that is not an address is invalid, syntax, and free. Each step is charged for each row in which it finds something: at most 1 credits a row. If a source fails, the error is in its step; if nothing was found and sources failed, the call fails and is free. If nothing is found, data is null and nothing is charged. With a test key nobody@example.com is never found and failure@example.com always fails.",
        routing: {
          request: {
            method: "POST",
            url: "/v1/data/workflows/verify-list",
            headers: {
              "Idempotency-Key": "=n8n-{{ $execution.id }}-{{ $nodeId }}-{{ $runIndex }}-{{ $itemIndex }}"
            }
          }
        }
      }
    ],
    default: "estimateEnrichList"
  },
  {
    displayName: "Return All",
    name: "returnAll",
    type: "boolean",
    default: false,
    description: "Whether to return all results or only up to a given limit",
    displayOptions: {
      show: {
        resource: [
          "workflow"
        ],
        operation: [
          "getAll"
        ]
      }
    },
    routing: {
      send: {
        paginate: "={{ $value }}",
        type: "query",
        property: "limit",
        value: "={{ $value ? 100 : undefined }}"
      },
      operations: {
        pagination: {
          type: "generic",
          properties: {
            continue: "={{ !!$response.body?.next_cursor }}",
            request: {
              url: "={{ $request.url + ($response.body?.next_cursor ? '?cursor=' + encodeURIComponent($response.body.next_cursor) : '') }}"
            }
          }
        }
      }
    }
  },
  {
    displayName: "Limit",
    name: "limit",
    type: "number",
    typeOptions: {
      minValue: 1,
      maxValue: 100
    },
    default: 50,
    description: "Max number of results to return",
    displayOptions: {
      show: {
        resource: [
          "workflow"
        ],
        operation: [
          "getAll"
        ],
        returnAll: [
          false
        ]
      }
    },
    routing: {
      send: {
        type: "query",
        property: "limit"
      },
      output: {
        maxResults: "={{ $value }}"
      }
    }
  },
  {
    displayName: "Inputs",
    name: "inputs",
    type: "json",
    default: "{\n  \"query\": \"research\",\n  \"filters\": {\n    \"seniority\": [\n      \"head\"\n    ]\n  }\n}",
    routing: {
      send: {
        type: "body",
        property: "inputs",
        value: "={{ typeof $value === 'string' ? JSON.parse($value) : $value }}"
      }
    },
    required: true,
    displayOptions: {
      show: {
        resource: [
          "workflow"
        ],
        operation: [
          "runLeadList"
        ]
      }
    }
  },
  {
    displayName: "Additional Fields",
    name: "additionalFields",
    type: "collection",
    placeholder: "Add Field",
    default: {},
    displayOptions: {
      show: {
        resource: [
          "workflow"
        ],
        operation: [
          "runLeadList"
        ]
      }
    },
    options: [
      {
        displayName: "Dry Run",
        name: "dry_run",
        type: "boolean",
        default: false,
        description: "Whether runs nothing and returns the maximum cost: free, also for read keys, and always JSON",
        routing: {
          send: {
            type: "body",
            property: "dry_run"
          }
        }
      },
      {
        displayName: "Max Credits",
        name: "maxCredits",
        type: "number",
        typeOptions: {
          minValue: 0
        },
        default: 10,
        description: "Refuse the call if it could cost more than this",
        routing: {
          request: {
            headers: {
              "X-Max-Credits": "={{ $value }}"
            }
          }
        }
      },
      {
        displayName: "Number of Results",
        name: "count",
        type: "number",
        default: 1,
        typeOptions: {
          minValue: 1,
          maxValue: 100
        },
        description: "Maximum number of people to pay for; defaults to 10, or to all people listed in the inputs",
        routing: {
          send: {
            type: "body",
            property: "limit"
          }
        }
      }
    ]
  },
  {
    displayName: "Inputs",
    name: "inputs",
    type: "json",
    default: "{\n  \"query\": \"research\",\n  \"filters\": {\n    \"seniority\": [\n      \"head\"\n    ]\n  }\n}",
    routing: {
      send: {
        type: "body",
        property: "inputs",
        value: "={{ typeof $value === 'string' ? JSON.parse($value) : $value }}"
      }
    },
    required: true,
    displayOptions: {
      show: {
        resource: [
          "workflow"
        ],
        operation: [
          "estimateLeadList"
        ]
      }
    }
  },
  {
    displayName: "Additional Fields",
    name: "additionalFields",
    type: "collection",
    placeholder: "Add Field",
    default: {},
    displayOptions: {
      show: {
        resource: [
          "workflow"
        ],
        operation: [
          "estimateLeadList"
        ]
      }
    },
    options: [
      {
        displayName: "Dry Run",
        name: "dry_run",
        type: "boolean",
        default: false,
        description: "Whether runs nothing and returns the maximum cost: free, also for read keys, and always JSON",
        routing: {
          send: {
            type: "body",
            property: "dry_run"
          }
        }
      },
      {
        displayName: "Format",
        name: "format",
        type: "options",
        options: [
          {
            name: "CSV",
            value: "csv"
          },
          {
            name: "Json",
            value: "json"
          },
          {
            name: "Markdown",
            value: "markdown"
          }
        ],
        default: "json",
        description: "Format of the response: JSON, a CSV file or a Markdown table",
        routing: {
          send: {
            type: "body",
            property: "format"
          }
        }
      },
      {
        displayName: "Number of Results",
        name: "count",
        type: "number",
        default: 1,
        typeOptions: {
          minValue: 1,
          maxValue: 100
        },
        description: "Maximum number of people to pay for; defaults to 10, or to all people listed in the inputs",
        routing: {
          send: {
            type: "body",
            property: "limit"
          }
        }
      }
    ]
  },
  {
    displayName: "Inputs",
    name: "inputs",
    type: "json",
    default: "{\n  \"emails\": [\n    \"ada.example@example.com\"\n  ]\n}",
    routing: {
      send: {
        type: "body",
        property: "inputs",
        value: "={{ typeof $value === 'string' ? JSON.parse($value) : $value }}"
      }
    },
    required: true,
    displayOptions: {
      show: {
        resource: [
          "workflow"
        ],
        operation: [
          "runVerifyList"
        ]
      }
    }
  },
  {
    displayName: "Additional Fields",
    name: "additionalFields",
    type: "collection",
    placeholder: "Add Field",
    default: {},
    displayOptions: {
      show: {
        resource: [
          "workflow"
        ],
        operation: [
          "runVerifyList"
        ]
      }
    },
    options: [
      {
        displayName: "Dry Run",
        name: "dry_run",
        type: "boolean",
        default: false,
        description: "Whether runs nothing and returns the maximum cost: free, also for read keys, and always JSON",
        routing: {
          send: {
            type: "body",
            property: "dry_run"
          }
        }
      },
      {
        displayName: "Max Credits",
        name: "maxCredits",
        type: "number",
        typeOptions: {
          minValue: 0
        },
        default: 10,
        description: "Refuse the call if it could cost more than this",
        routing: {
          request: {
            headers: {
              "X-Max-Credits": "={{ $value }}"
            }
          }
        }
      },
      {
        displayName: "Number of Results",
        name: "count",
        type: "number",
        default: 1,
        typeOptions: {
          minValue: 1,
          maxValue: 100
        },
        description: "Maximum number of people to pay for; defaults to 10, or to all people listed in the inputs",
        routing: {
          send: {
            type: "body",
            property: "limit"
          }
        }
      }
    ]
  },
  {
    displayName: "Inputs",
    name: "inputs",
    type: "json",
    default: "{\n  \"emails\": [\n    \"ada.example@example.com\"\n  ]\n}",
    routing: {
      send: {
        type: "body",
        property: "inputs",
        value: "={{ typeof $value === 'string' ? JSON.parse($value) : $value }}"
      }
    },
    required: true,
    displayOptions: {
      show: {
        resource: [
          "workflow"
        ],
        operation: [
          "estimateVerifyList"
        ]
      }
    }
  },
  {
    displayName: "Additional Fields",
    name: "additionalFields",
    type: "collection",
    placeholder: "Add Field",
    default: {},
    displayOptions: {
      show: {
        resource: [
          "workflow"
        ],
        operation: [
          "estimateVerifyList"
        ]
      }
    },
    options: [
      {
        displayName: "Dry Run",
        name: "dry_run",
        type: "boolean",
        default: false,
        description: "Whether runs nothing and returns the maximum cost: free, also for read keys, and always JSON",
        routing: {
          send: {
            type: "body",
            property: "dry_run"
          }
        }
      },
      {
        displayName: "Format",
        name: "format",
        type: "options",
        options: [
          {
            name: "CSV",
            value: "csv"
          },
          {
            name: "Json",
            value: "json"
          },
          {
            name: "Markdown",
            value: "markdown"
          }
        ],
        default: "json",
        description: "Format of the response: JSON, a CSV file or a Markdown table",
        routing: {
          send: {
            type: "body",
            property: "format"
          }
        }
      },
      {
        displayName: "Number of Results",
        name: "count",
        type: "number",
        default: 1,
        typeOptions: {
          minValue: 1,
          maxValue: 100
        },
        description: "Maximum number of people to pay for; defaults to 10, or to all people listed in the inputs",
        routing: {
          send: {
            type: "body",
            property: "limit"
          }
        }
      }
    ]
  },
  {
    displayName: "Inputs",
    name: "inputs",
    type: "json",
    default: "{\n  \"people\": [\n    \"ada.example@example.com\"\n  ]\n}",
    routing: {
      send: {
        type: "body",
        property: "inputs",
        value: "={{ typeof $value === 'string' ? JSON.parse($value) : $value }}"
      }
    },
    required: true,
    displayOptions: {
      show: {
        resource: [
          "workflow"
        ],
        operation: [
          "runEnrichList"
        ]
      }
    }
  },
  {
    displayName: "Additional Fields",
    name: "additionalFields",
    type: "collection",
    placeholder: "Add Field",
    default: {},
    displayOptions: {
      show: {
        resource: [
          "workflow"
        ],
        operation: [
          "runEnrichList"
        ]
      }
    },
    options: [
      {
        displayName: "Dry Run",
        name: "dry_run",
        type: "boolean",
        default: false,
        description: "Whether runs nothing and returns the maximum cost: free, also for read keys, and always JSON",
        routing: {
          send: {
            type: "body",
            property: "dry_run"
          }
        }
      },
      {
        displayName: "Max Credits",
        name: "maxCredits",
        type: "number",
        typeOptions: {
          minValue: 0
        },
        default: 10,
        description: "Refuse the call if it could cost more than this",
        routing: {
          request: {
            headers: {
              "X-Max-Credits": "={{ $value }}"
            }
          }
        }
      },
      {
        displayName: "Number of Results",
        name: "count",
        type: "number",
        default: 1,
        typeOptions: {
          minValue: 1,
          maxValue: 100
        },
        description: "Maximum number of people to pay for; defaults to 10, or to all people listed in the inputs",
        routing: {
          send: {
            type: "body",
            property: "limit"
          }
        }
      }
    ]
  },
  {
    displayName: "Inputs",
    name: "inputs",
    type: "json",
    default: "{\n  \"people\": [\n    \"ada.example@example.com\"\n  ]\n}",
    routing: {
      send: {
        type: "body",
        property: "inputs",
        value: "={{ typeof $value === 'string' ? JSON.parse($value) : $value }}"
      }
    },
    required: true,
    displayOptions: {
      show: {
        resource: [
          "workflow"
        ],
        operation: [
          "estimateEnrichList"
        ]
      }
    }
  },
  {
    displayName: "Additional Fields",
    name: "additionalFields",
    type: "collection",
    placeholder: "Add Field",
    default: {},
    displayOptions: {
      show: {
        resource: [
          "workflow"
        ],
        operation: [
          "estimateEnrichList"
        ]
      }
    },
    options: [
      {
        displayName: "Dry Run",
        name: "dry_run",
        type: "boolean",
        default: false,
        description: "Whether runs nothing and returns the maximum cost: free, also for read keys, and always JSON",
        routing: {
          send: {
            type: "body",
            property: "dry_run"
          }
        }
      },
      {
        displayName: "Format",
        name: "format",
        type: "options",
        options: [
          {
            name: "CSV",
            value: "csv"
          },
          {
            name: "Json",
            value: "json"
          },
          {
            name: "Markdown",
            value: "markdown"
          }
        ],
        default: "json",
        description: "Format of the response: JSON, a CSV file or a Markdown table",
        routing: {
          send: {
            type: "body",
            property: "format"
          }
        }
      },
      {
        displayName: "Number of Results",
        name: "count",
        type: "number",
        default: 1,
        typeOptions: {
          minValue: 1,
          maxValue: 100
        },
        description: "Maximum number of people to pay for; defaults to 10, or to all people listed in the inputs",
        routing: {
          send: {
            type: "body",
            property: "limit"
          }
        }
      }
    ]
  },
  {
    displayName: "Operation",
    name: "operation",
    type: "options",
    noDataExpression: true,
    displayOptions: {
      show: {
        resource: [
          "dataJob"
        ]
      }
    },
    options: [
      {
        name: "Cancel",
        value: "cancel",
        action: "Cancel an async data job",
        description: "Its credits are released. Returns 409 if the job has already ended.",
        routing: {
          request: {
            method: "POST",
            url: "=/v1/data/jobs/{{ encodeURIComponent($parameter[\"id\"]) }}/cancel",
            headers: {
              "Idempotency-Key": "=n8n-{{ $execution.id }}-{{ $nodeId }}-{{ $runIndex }}-{{ $itemIndex }}"
            }
          }
        }
      },
      {
        name: "Create",
        value: "create",
        action: "Start a lookup and read its result later",
        description: "Takes the same input as the action. Workflows are actions too: lead-list takes the input of a search, verify-list and enrich-list take one item as query, or a list as filters.emails or filters.people. A search finds at most filters.limit items (1 to 100, default 10). The worst case is held when the job is created; what was found is charged when the job completes, and the rest is released. A source that fails is asked again after 5, 15 and 40 seconds, or later if it asks for a longer pause, up to a minute. After four failures the job is failed, and its whole hold is released. The job waits up to a day for rate limits and for sources that announce a later answer.",
        routing: {
          request: {
            method: "POST",
            url: "/v1/data/async",
            headers: {
              "Idempotency-Key": "=n8n-{{ $execution.id }}-{{ $nodeId }}-{{ $runIndex }}-{{ $itemIndex }}"
            }
          }
        }
      },
      {
        name: "Get",
        value: "get",
        action: "Read one async data job",
        description: "Read one async data job, with its data once completed",
        routing: {
          request: {
            method: "GET",
            url: "=/v1/data/jobs/{{ encodeURIComponent($parameter[\"id\"]) }}"
          }
        }
      },
      {
        name: "Get Many",
        value: "getAll",
        action: "List async data jobs",
        description: "List async data jobs, newest first",
        routing: {
          request: {
            method: "GET",
            url: "/v1/data/jobs"
          },
          output: {
            postReceive: [
              {
                type: "rootProperty",
                properties: {
                  property: "data"
                }
              }
            ]
          }
        }
      }
    ],
    default: "cancel"
  },
  {
    displayName: "Action Name",
    name: "actionName",
    type: "options",
    options: [
      {
        name: "Consensus",
        value: "consensus"
      },
      {
        name: "Contacts Find Email",
        value: "contacts/find-email"
      },
      {
        name: "Contacts Verify Email",
        value: "contacts/verify-email"
      },
      {
        name: "Enrich List",
        value: "enrich-list"
      },
      {
        name: "Lead List",
        value: "lead-list"
      },
      {
        name: "People Enrich",
        value: "people/enrich"
      },
      {
        name: "Search Companies",
        value: "search/companies"
      },
      {
        name: "Search People",
        value: "search/people"
      },
      {
        name: "Verify List",
        value: "verify-list"
      }
    ],
    default: "consensus",
    routing: {
      send: {
        type: "body",
        property: "action"
      }
    },
    required: true,
    displayOptions: {
      show: {
        resource: [
          "dataJob"
        ],
        operation: [
          "create"
        ]
      }
    }
  },
  {
    displayName: "Additional Fields",
    name: "additionalFields",
    type: "collection",
    placeholder: "Add Field",
    default: {},
    displayOptions: {
      show: {
        resource: [
          "dataJob"
        ],
        operation: [
          "create"
        ]
      }
    },
    options: [
      {
        displayName: "Filters",
        name: "filters",
        type: "json",
        default: "{}",
        description: "Same as for the action. At most 256 KiB as JSON.",
        routing: {
          send: {
            type: "body",
            property: "filters",
            value: "={{ typeof $value === 'string' ? JSON.parse($value) : $value }}"
          }
        }
      },
      {
        displayName: "Max Credits",
        name: "maxCredits",
        type: "number",
        typeOptions: {
          minValue: 0
        },
        default: 10,
        description: "Refuse the call if it could cost more than this",
        routing: {
          request: {
            headers: {
              "X-Max-Credits": "={{ $value }}"
            }
          }
        }
      },
      {
        displayName: "Number of Results",
        name: "count",
        type: "number",
        default: 1,
        typeOptions: {
          minValue: 1,
          maxValue: 100
        },
        description: "For a search: the maximum number of items to find, like filters.limit",
        routing: {
          send: {
            type: "body",
            property: "limit"
          }
        }
      },
      {
        displayName: "Query",
        name: "query",
        type: "string",
        default: "",
        routing: {
          send: {
            type: "body",
            property: "query"
          }
        }
      },
      {
        displayName: "Webhook URL",
        name: "webhook_url",
        type: "string",
        default: "",
        description: "Receives a signed delivery when the job ends",
        routing: {
          send: {
            type: "body",
            property: "webhook_url"
          }
        }
      }
    ]
  },
  {
    displayName: "Return All",
    name: "returnAll",
    type: "boolean",
    default: false,
    description: "Whether to return all results or only up to a given limit",
    displayOptions: {
      show: {
        resource: [
          "dataJob"
        ],
        operation: [
          "getAll"
        ]
      }
    },
    routing: {
      send: {
        paginate: "={{ $value }}",
        type: "query",
        property: "limit",
        value: "={{ $value ? 100 : undefined }}"
      },
      operations: {
        pagination: {
          type: "generic",
          properties: {
            continue: "={{ !!$response.body?.next_cursor }}",
            request: {
              url: "={{ $request.url + ($response.body?.next_cursor ? '?cursor=' + encodeURIComponent($response.body.next_cursor) : '') }}"
            }
          }
        }
      }
    }
  },
  {
    displayName: "Limit",
    name: "limit",
    type: "number",
    typeOptions: {
      minValue: 1,
      maxValue: 100
    },
    default: 50,
    description: "Max number of results to return",
    displayOptions: {
      show: {
        resource: [
          "dataJob"
        ],
        operation: [
          "getAll"
        ],
        returnAll: [
          false
        ]
      }
    },
    routing: {
      send: {
        type: "query",
        property: "limit"
      },
      output: {
        maxResults: "={{ $value }}"
      }
    }
  },
  {
    displayName: "Filters",
    name: "filters",
    type: "collection",
    placeholder: "Add Field",
    default: {},
    displayOptions: {
      show: {
        resource: [
          "dataJob"
        ],
        operation: [
          "getAll"
        ]
      }
    },
    options: [
      {
        displayName: "Action Name",
        name: "actionName",
        type: "string",
        default: "",
        routing: {
          send: {
            type: "query",
            property: "action"
          }
        }
      },
      {
        displayName: "Kind",
        name: "kind",
        type: "options",
        options: [
          {
            name: "Async",
            value: "async"
          }
        ],
        default: "async",
        description: "All jobs in this list are of this kind",
        routing: {
          send: {
            type: "query",
            property: "kind"
          }
        }
      },
      {
        displayName: "Status",
        name: "status",
        type: "options",
        options: [
          {
            name: "Canceled",
            value: "canceled"
          },
          {
            name: "Canceling",
            value: "canceling"
          },
          {
            name: "Completed",
            value: "completed"
          },
          {
            name: "Completed With Errors",
            value: "completed_with_errors"
          },
          {
            name: "Failed",
            value: "failed"
          },
          {
            name: "Queued",
            value: "queued"
          },
          {
            name: "Running",
            value: "running"
          }
        ],
        default: "canceled",
        routing: {
          send: {
            type: "query",
            property: "status"
          }
        }
      }
    ]
  },
  {
    displayName: "Job ID",
    name: "id",
    type: "string",
    required: true,
    default: "",
    displayOptions: {
      show: {
        resource: [
          "dataJob"
        ],
        operation: [
          "get"
        ]
      }
    }
  },
  {
    displayName: "Job ID",
    name: "id",
    type: "string",
    required: true,
    default: "",
    displayOptions: {
      show: {
        resource: [
          "dataJob"
        ],
        operation: [
          "cancel"
        ]
      }
    }
  },
  {
    displayName: "Operation",
    name: "operation",
    type: "options",
    noDataExpression: true,
    displayOptions: {
      show: {
        resource: [
          "bulkJob"
        ]
      }
    },
    options: [
      {
        name: "Cancel",
        value: "cancel",
        action: "Cancel a bulk job",
        description: "Rows in progress are finished and charged; the others are not looked up, and their credits are released. Returns 409 if the job has already ended.",
        routing: {
          request: {
            method: "POST",
            url: "=/v1/bulk/jobs/{{ encodeURIComponent($parameter[\"id\"]) }}/cancel",
            headers: {
              "Idempotency-Key": "=n8n-{{ $execution.id }}-{{ $nodeId }}-{{ $runIndex }}-{{ $itemIndex }}"
            }
          }
        }
      },
      {
        name: "Create",
        value: "create",
        action: "Look up many rows at once",
        description: "Send exactly one of csv_text, queries and filters. A row takes the same input as the action; rows about the same subject are looked up and charged once; a row that fails does not fail the job. Workflows and consensus are actions too: a row of verify-list and enrich-list is one item, and a row of lead-list and consensus is a search. filters can be used with search/people, search/companies and lead-list: the job pages through all matches, up to filters.limit (default 1000). At most 100000 rows of at most 1000 columns. The worst case is held when the job is created; returns 402 if the credits do not cover it.",
        routing: {
          request: {
            method: "POST",
            url: "/v1/bulk/jobs",
            headers: {
              "Idempotency-Key": "=n8n-{{ $execution.id }}-{{ $nodeId }}-{{ $runIndex }}-{{ $itemIndex }}"
            }
          }
        }
      },
      {
        name: "Estimate",
        value: "estimate",
        action: "Estimate the cost of a bulk job",
        description: "Free, also for read keys, and runs nothing. Takes the body of the job and refuses the same requests; the estimate is the amount that the job holds.",
        routing: {
          request: {
            method: "POST",
            url: "/v1/bulk/jobs:estimate",
            headers: {
              "Idempotency-Key": "=n8n-{{ $execution.id }}-{{ $nodeId }}-{{ $runIndex }}-{{ $itemIndex }}"
            }
          }
        }
      },
      {
        name: "Get",
        value: "get",
        action: "Read one bulk job",
        description: "Read one bulk job",
        routing: {
          request: {
            method: "GET",
            url: "=/v1/bulk/jobs/{{ encodeURIComponent($parameter[\"id\"]) }}"
          }
        }
      },
      {
        name: "Get Many",
        value: "getAll",
        action: "List bulk jobs",
        description: "List bulk jobs, newest first",
        routing: {
          request: {
            method: "GET",
            url: "/v1/bulk/jobs"
          },
          output: {
            postReceive: [
              {
                type: "rootProperty",
                properties: {
                  property: "data"
                }
              }
            ]
          }
        }
      },
      {
        name: "Results",
        value: "results",
        action: "Read the results of a bulk job",
        description: "Rows are returned in order, also while the job runs: rows without a result are pending. Never charges. JSON is paged; ndjson and csv stream all rows. csv keeps your columns and has one line for each item that a search found, with the credits of the row on the first.",
        routing: {
          request: {
            method: "GET",
            url: "=/v1/bulk/jobs/{{ encodeURIComponent($parameter[\"id\"]) }}/results"
          },
          output: {
            postReceive: [
              {
                type: "rootProperty",
                properties: {
                  property: "data"
                }
              }
            ]
          }
        }
      }
    ],
    default: "cancel"
  },
  {
    displayName: "Action Name",
    name: "actionName",
    type: "options",
    options: [
      {
        name: "Consensus",
        value: "consensus"
      },
      {
        name: "Contacts Find Email",
        value: "contacts/find-email"
      },
      {
        name: "Contacts Verify Email",
        value: "contacts/verify-email"
      },
      {
        name: "Enrich List",
        value: "enrich-list"
      },
      {
        name: "Lead List",
        value: "lead-list"
      },
      {
        name: "People Enrich",
        value: "people/enrich"
      },
      {
        name: "Search Companies",
        value: "search/companies"
      },
      {
        name: "Search People",
        value: "search/people"
      },
      {
        name: "Verify List",
        value: "verify-list"
      }
    ],
    default: "consensus",
    routing: {
      send: {
        type: "body",
        property: "action"
      }
    },
    required: true,
    displayOptions: {
      show: {
        resource: [
          "bulkJob"
        ],
        operation: [
          "create"
        ]
      }
    }
  },
  {
    displayName: "Additional Fields",
    name: "additionalFields",
    type: "collection",
    placeholder: "Add Field",
    default: {},
    displayOptions: {
      show: {
        resource: [
          "bulkJob"
        ],
        operation: [
          "create"
        ]
      }
    },
    options: [
      {
        displayName: "CSV Text",
        name: "csv_text",
        type: "string",
        default: "",
        description: "A CSV file. Its first line names the columns: query, or the fields of filters.",
        routing: {
          send: {
            type: "body",
            property: "csv_text"
          }
        }
      },
      {
        displayName: "Filters",
        name: "filters",
        type: "json",
        default: "{}",
        description: "Same as for the action. At most 256 KiB as JSON.",
        routing: {
          send: {
            type: "body",
            property: "filters",
            value: "={{ typeof $value === 'string' ? JSON.parse($value) : $value }}"
          }
        }
      },
      {
        displayName: "Max Credits",
        name: "maxCredits",
        type: "number",
        typeOptions: {
          minValue: 0
        },
        default: 10,
        description: "Refuse the call if it could cost more than this",
        routing: {
          request: {
            headers: {
              "X-Max-Credits": "={{ $value }}"
            }
          }
        }
      },
      {
        displayName: "Number of Results",
        name: "count",
        type: "number",
        default: 1,
        typeOptions: {
          minValue: 1,
          maxValue: 100000
        },
        description: "For a search: the maximum number of items to find, like filters.limit",
        routing: {
          send: {
            type: "body",
            property: "limit"
          }
        }
      },
      {
        displayName: "Queries",
        name: "queries",
        type: "string",
        default: "",
        description: "Separated by commas",
        routing: {
          send: {
            type: "body",
            property: "queries",
            value: "={{ Array.isArray($value) ? $value : String($value).split(',').map((part) => part.trim()) }}"
          }
        }
      },
      {
        displayName: "Webhook URL",
        name: "webhook_url",
        type: "string",
        default: "",
        description: "Receives a signed delivery when the job ends",
        routing: {
          send: {
            type: "body",
            property: "webhook_url"
          }
        }
      }
    ]
  },
  {
    displayName: "Return All",
    name: "returnAll",
    type: "boolean",
    default: false,
    description: "Whether to return all results or only up to a given limit",
    displayOptions: {
      show: {
        resource: [
          "bulkJob"
        ],
        operation: [
          "getAll"
        ]
      }
    },
    routing: {
      send: {
        paginate: "={{ $value }}",
        type: "query",
        property: "limit",
        value: "={{ $value ? 100 : undefined }}"
      },
      operations: {
        pagination: {
          type: "generic",
          properties: {
            continue: "={{ !!$response.body?.next_cursor }}",
            request: {
              url: "={{ $request.url + ($response.body?.next_cursor ? '?cursor=' + encodeURIComponent($response.body.next_cursor) : '') }}"
            }
          }
        }
      }
    }
  },
  {
    displayName: "Limit",
    name: "limit",
    type: "number",
    typeOptions: {
      minValue: 1,
      maxValue: 100
    },
    default: 50,
    description: "Max number of results to return",
    displayOptions: {
      show: {
        resource: [
          "bulkJob"
        ],
        operation: [
          "getAll"
        ],
        returnAll: [
          false
        ]
      }
    },
    routing: {
      send: {
        type: "query",
        property: "limit"
      },
      output: {
        maxResults: "={{ $value }}"
      }
    }
  },
  {
    displayName: "Filters",
    name: "filters",
    type: "collection",
    placeholder: "Add Field",
    default: {},
    displayOptions: {
      show: {
        resource: [
          "bulkJob"
        ],
        operation: [
          "getAll"
        ]
      }
    },
    options: [
      {
        displayName: "Action Name",
        name: "actionName",
        type: "string",
        default: "",
        routing: {
          send: {
            type: "query",
            property: "action"
          }
        }
      },
      {
        displayName: "Kind",
        name: "kind",
        type: "options",
        options: [
          {
            name: "Bulk",
            value: "bulk"
          }
        ],
        default: "bulk",
        description: "All jobs in this list are of this kind",
        routing: {
          send: {
            type: "query",
            property: "kind"
          }
        }
      },
      {
        displayName: "Status",
        name: "status",
        type: "options",
        options: [
          {
            name: "Canceled",
            value: "canceled"
          },
          {
            name: "Canceling",
            value: "canceling"
          },
          {
            name: "Completed",
            value: "completed"
          },
          {
            name: "Completed With Errors",
            value: "completed_with_errors"
          },
          {
            name: "Failed",
            value: "failed"
          },
          {
            name: "Queued",
            value: "queued"
          },
          {
            name: "Running",
            value: "running"
          }
        ],
        default: "canceled",
        routing: {
          send: {
            type: "query",
            property: "status"
          }
        }
      }
    ]
  },
  {
    displayName: "Job ID",
    name: "id",
    type: "string",
    required: true,
    default: "",
    displayOptions: {
      show: {
        resource: [
          "bulkJob"
        ],
        operation: [
          "get"
        ]
      }
    }
  },
  {
    displayName: "Job ID",
    name: "id",
    type: "string",
    required: true,
    default: "",
    displayOptions: {
      show: {
        resource: [
          "bulkJob"
        ],
        operation: [
          "results"
        ]
      }
    }
  },
  {
    displayName: "Return All",
    name: "returnAll",
    type: "boolean",
    default: false,
    description: "Whether to return all results or only up to a given limit",
    displayOptions: {
      show: {
        resource: [
          "bulkJob"
        ],
        operation: [
          "results"
        ]
      }
    },
    routing: {
      send: {
        paginate: "={{ $value }}",
        type: "query",
        property: "limit",
        value: "={{ $value ? 100 : undefined }}"
      },
      operations: {
        pagination: {
          type: "generic",
          properties: {
            continue: "={{ !!$response.body?.next_cursor }}",
            request: {
              url: "={{ $request.url + ($response.body?.next_cursor ? '?cursor=' + encodeURIComponent($response.body.next_cursor) : '') }}"
            }
          }
        }
      }
    }
  },
  {
    displayName: "Limit",
    name: "limit",
    type: "number",
    typeOptions: {
      minValue: 1,
      maxValue: 100
    },
    default: 50,
    description: "Max number of results to return",
    displayOptions: {
      show: {
        resource: [
          "bulkJob"
        ],
        operation: [
          "results"
        ],
        returnAll: [
          false
        ]
      }
    },
    routing: {
      send: {
        type: "query",
        property: "limit"
      },
      output: {
        maxResults: "={{ $value }}"
      }
    }
  },
  {
    displayName: "Job ID",
    name: "id",
    type: "string",
    required: true,
    default: "",
    displayOptions: {
      show: {
        resource: [
          "bulkJob"
        ],
        operation: [
          "cancel"
        ]
      }
    }
  },
  {
    displayName: "Action Name",
    name: "actionName",
    type: "options",
    options: [
      {
        name: "Consensus",
        value: "consensus"
      },
      {
        name: "Contacts Find Email",
        value: "contacts/find-email"
      },
      {
        name: "Contacts Verify Email",
        value: "contacts/verify-email"
      },
      {
        name: "Enrich List",
        value: "enrich-list"
      },
      {
        name: "Lead List",
        value: "lead-list"
      },
      {
        name: "People Enrich",
        value: "people/enrich"
      },
      {
        name: "Search Companies",
        value: "search/companies"
      },
      {
        name: "Search People",
        value: "search/people"
      },
      {
        name: "Verify List",
        value: "verify-list"
      }
    ],
    default: "consensus",
    routing: {
      send: {
        type: "body",
        property: "action"
      }
    },
    required: true,
    displayOptions: {
      show: {
        resource: [
          "bulkJob"
        ],
        operation: [
          "estimate"
        ]
      }
    }
  },
  {
    displayName: "Additional Fields",
    name: "additionalFields",
    type: "collection",
    placeholder: "Add Field",
    default: {},
    displayOptions: {
      show: {
        resource: [
          "bulkJob"
        ],
        operation: [
          "estimate"
        ]
      }
    },
    options: [
      {
        displayName: "CSV Text",
        name: "csv_text",
        type: "string",
        default: "",
        description: "A CSV file. Its first line names the columns: query, or the fields of filters.",
        routing: {
          send: {
            type: "body",
            property: "csv_text"
          }
        }
      },
      {
        displayName: "Filters",
        name: "filters",
        type: "json",
        default: "{}",
        description: "Same as for the action. At most 256 KiB as JSON.",
        routing: {
          send: {
            type: "body",
            property: "filters",
            value: "={{ typeof $value === 'string' ? JSON.parse($value) : $value }}"
          }
        }
      },
      {
        displayName: "Number of Results",
        name: "count",
        type: "number",
        default: 1,
        typeOptions: {
          minValue: 1,
          maxValue: 100000
        },
        description: "For a search: the maximum number of items to find, like filters.limit",
        routing: {
          send: {
            type: "body",
            property: "limit"
          }
        }
      },
      {
        displayName: "Queries",
        name: "queries",
        type: "string",
        default: "",
        description: "Separated by commas",
        routing: {
          send: {
            type: "body",
            property: "queries",
            value: "={{ Array.isArray($value) ? $value : String($value).split(',').map((part) => part.trim()) }}"
          }
        }
      },
      {
        displayName: "Webhook URL",
        name: "webhook_url",
        type: "string",
        default: "",
        description: "Receives a signed delivery when the job ends",
        routing: {
          send: {
            type: "body",
            property: "webhook_url"
          }
        }
      }
    ]
  },
  {
    displayName: "Operation",
    name: "operation",
    type: "options",
    noDataExpression: true,
    displayOptions: {
      show: {
        resource: [
          "savedSearch"
        ]
      }
    },
    options: [
      {
        name: "Create",
        value: "create",
        action: "Save a search",
        description: "Saves a query under a name; to run it, send its query and filters to its action. Saving is free. A workspace can have at most 1000.",
        routing: {
          request: {
            method: "POST",
            url: "/v1/data/saved-searches",
            headers: {
              "Idempotency-Key": "=n8n-{{ $execution.id }}-{{ $nodeId }}-{{ $runIndex }}-{{ $itemIndex }}"
            }
          }
        }
      },
      {
        name: "Delete",
        value: "delete",
        action: "Delete a saved search",
        description: "Returns the deleted saved search",
        routing: {
          request: {
            method: "DELETE",
            url: "=/v1/data/saved-searches/{{ encodeURIComponent($parameter[\"id\"]) }}",
            headers: {
              "Idempotency-Key": "=n8n-{{ $execution.id }}-{{ $nodeId }}-{{ $runIndex }}-{{ $itemIndex }}"
            }
          }
        }
      },
      {
        name: "Get",
        value: "get",
        action: "Read one saved search",
        description: "Read one saved search",
        routing: {
          request: {
            method: "GET",
            url: "=/v1/data/saved-searches/{{ encodeURIComponent($parameter[\"id\"]) }}"
          }
        }
      },
      {
        name: "Get Many",
        value: "getAll",
        action: "List saved searches",
        description: "List saved searches, newest first",
        routing: {
          request: {
            method: "GET",
            url: "/v1/data/saved-searches"
          },
          output: {
            postReceive: [
              {
                type: "rootProperty",
                properties: {
                  property: "data"
                }
              }
            ]
          }
        }
      },
      {
        name: "Replace",
        value: "replace",
        action: "Replace a saved search",
        description: "Omitted fields become empty",
        routing: {
          request: {
            method: "PUT",
            url: "=/v1/data/saved-searches/{{ encodeURIComponent($parameter[\"id\"]) }}",
            headers: {
              "Idempotency-Key": "=n8n-{{ $execution.id }}-{{ $nodeId }}-{{ $runIndex }}-{{ $itemIndex }}"
            }
          }
        }
      }
    ],
    default: "create"
  },
  {
    displayName: "Name",
    name: "name",
    type: "string",
    default: "",
    routing: {
      send: {
        type: "body",
        property: "name"
      }
    },
    required: true,
    displayOptions: {
      show: {
        resource: [
          "savedSearch"
        ],
        operation: [
          "create"
        ]
      }
    }
  },
  {
    displayName: "Action Name",
    name: "actionName",
    type: "options",
    options: [
      {
        name: "Consensus",
        value: "consensus"
      },
      {
        name: "Contacts Find Email",
        value: "contacts/find-email"
      },
      {
        name: "Contacts Verify Email",
        value: "contacts/verify-email"
      },
      {
        name: "Enrich List",
        value: "enrich-list"
      },
      {
        name: "Lead List",
        value: "lead-list"
      },
      {
        name: "People Enrich",
        value: "people/enrich"
      },
      {
        name: "Search Companies",
        value: "search/companies"
      },
      {
        name: "Search People",
        value: "search/people"
      },
      {
        name: "Verify List",
        value: "verify-list"
      }
    ],
    default: "consensus",
    routing: {
      send: {
        type: "body",
        property: "action"
      }
    },
    required: true,
    displayOptions: {
      show: {
        resource: [
          "savedSearch"
        ],
        operation: [
          "create"
        ]
      }
    }
  },
  {
    displayName: "Additional Fields",
    name: "additionalFields",
    type: "collection",
    placeholder: "Add Field",
    default: {},
    displayOptions: {
      show: {
        resource: [
          "savedSearch"
        ],
        operation: [
          "create"
        ]
      }
    },
    options: [
      {
        displayName: "Filters",
        name: "filters",
        type: "json",
        default: "{}",
        description: "Filters of the action; checked when the search is run. At most 16 KiB as JSON.",
        routing: {
          send: {
            type: "body",
            property: "filters",
            value: "={{ typeof $value === 'string' ? JSON.parse($value) : $value }}"
          }
        }
      },
      {
        displayName: "Query",
        name: "query",
        type: "string",
        default: "",
        routing: {
          send: {
            type: "body",
            property: "query"
          }
        }
      }
    ]
  },
  {
    displayName: "Return All",
    name: "returnAll",
    type: "boolean",
    default: false,
    description: "Whether to return all results or only up to a given limit",
    displayOptions: {
      show: {
        resource: [
          "savedSearch"
        ],
        operation: [
          "getAll"
        ]
      }
    },
    routing: {
      send: {
        paginate: "={{ $value }}",
        type: "query",
        property: "limit",
        value: "={{ $value ? 100 : undefined }}"
      },
      operations: {
        pagination: {
          type: "generic",
          properties: {
            continue: "={{ !!$response.body?.next_cursor }}",
            request: {
              url: "={{ $request.url + ($response.body?.next_cursor ? '?cursor=' + encodeURIComponent($response.body.next_cursor) : '') }}"
            }
          }
        }
      }
    }
  },
  {
    displayName: "Limit",
    name: "limit",
    type: "number",
    typeOptions: {
      minValue: 1,
      maxValue: 100
    },
    default: 50,
    description: "Max number of results to return",
    displayOptions: {
      show: {
        resource: [
          "savedSearch"
        ],
        operation: [
          "getAll"
        ],
        returnAll: [
          false
        ]
      }
    },
    routing: {
      send: {
        type: "query",
        property: "limit"
      },
      output: {
        maxResults: "={{ $value }}"
      }
    }
  },
  {
    displayName: "Filters",
    name: "filters",
    type: "collection",
    placeholder: "Add Field",
    default: {},
    displayOptions: {
      show: {
        resource: [
          "savedSearch"
        ],
        operation: [
          "getAll"
        ]
      }
    },
    options: [
      {
        displayName: "Action Name",
        name: "actionName",
        type: "options",
        options: [
          {
            name: "Consensus",
            value: "consensus"
          },
          {
            name: "Contacts Find Email",
            value: "contacts/find-email"
          },
          {
            name: "Contacts Verify Email",
            value: "contacts/verify-email"
          },
          {
            name: "Enrich List",
            value: "enrich-list"
          },
          {
            name: "Lead List",
            value: "lead-list"
          },
          {
            name: "People Enrich",
            value: "people/enrich"
          },
          {
            name: "Search Companies",
            value: "search/companies"
          },
          {
            name: "Search People",
            value: "search/people"
          },
          {
            name: "Verify List",
            value: "verify-list"
          }
        ],
        default: "consensus",
        routing: {
          send: {
            type: "query",
            property: "action"
          }
        }
      }
    ]
  },
  {
    displayName: "Saved Search ID",
    name: "id",
    type: "string",
    required: true,
    default: "",
    displayOptions: {
      show: {
        resource: [
          "savedSearch"
        ],
        operation: [
          "get"
        ]
      }
    }
  },
  {
    displayName: "Saved Search ID",
    name: "id",
    type: "string",
    required: true,
    default: "",
    displayOptions: {
      show: {
        resource: [
          "savedSearch"
        ],
        operation: [
          "replace"
        ]
      }
    }
  },
  {
    displayName: "Name",
    name: "name",
    type: "string",
    default: "",
    routing: {
      send: {
        type: "body",
        property: "name"
      }
    },
    required: true,
    displayOptions: {
      show: {
        resource: [
          "savedSearch"
        ],
        operation: [
          "replace"
        ]
      }
    }
  },
  {
    displayName: "Action Name",
    name: "actionName",
    type: "options",
    options: [
      {
        name: "Consensus",
        value: "consensus"
      },
      {
        name: "Contacts Find Email",
        value: "contacts/find-email"
      },
      {
        name: "Contacts Verify Email",
        value: "contacts/verify-email"
      },
      {
        name: "Enrich List",
        value: "enrich-list"
      },
      {
        name: "Lead List",
        value: "lead-list"
      },
      {
        name: "People Enrich",
        value: "people/enrich"
      },
      {
        name: "Search Companies",
        value: "search/companies"
      },
      {
        name: "Search People",
        value: "search/people"
      },
      {
        name: "Verify List",
        value: "verify-list"
      }
    ],
    default: "consensus",
    routing: {
      send: {
        type: "body",
        property: "action"
      }
    },
    required: true,
    displayOptions: {
      show: {
        resource: [
          "savedSearch"
        ],
        operation: [
          "replace"
        ]
      }
    }
  },
  {
    displayName: "Additional Fields",
    name: "additionalFields",
    type: "collection",
    placeholder: "Add Field",
    default: {},
    displayOptions: {
      show: {
        resource: [
          "savedSearch"
        ],
        operation: [
          "replace"
        ]
      }
    },
    options: [
      {
        displayName: "Filters",
        name: "filters",
        type: "json",
        default: "{}",
        description: "Filters of the action; checked when the search is run. At most 16 KiB as JSON.",
        routing: {
          send: {
            type: "body",
            property: "filters",
            value: "={{ typeof $value === 'string' ? JSON.parse($value) : $value }}"
          }
        }
      },
      {
        displayName: "Query",
        name: "query",
        type: "string",
        default: "",
        routing: {
          send: {
            type: "body",
            property: "query"
          }
        }
      }
    ]
  },
  {
    displayName: "Saved Search ID",
    name: "id",
    type: "string",
    required: true,
    default: "",
    displayOptions: {
      show: {
        resource: [
          "savedSearch"
        ],
        operation: [
          "delete"
        ]
      }
    }
  },
  {
    displayName: "Operation",
    name: "operation",
    type: "options",
    noDataExpression: true,
    displayOptions: {
      show: {
        resource: [
          "suppression"
        ]
      }
    },
    options: [
      {
        name: "Create",
        value: "create",
        action: "Suppress a person",
        description: "From now on, no search, lookup, workflow or job of this workspace returns this email, domain or person, and nothing is charged for them; searches that follow changes show them as removed. If it is already suppressed, the existing suppression is returned.",
        routing: {
          request: {
            method: "POST",
            url: "/v1/suppressions",
            headers: {
              "Idempotency-Key": "=n8n-{{ $execution.id }}-{{ $nodeId }}-{{ $runIndex }}-{{ $itemIndex }}"
            }
          }
        }
      },
      {
        name: "Create Many",
        value: "createMany",
        action: "Suppress many people",
        description: "Takes up to 10000 values from a list. All valid ones are suppressed together; the response lists the others.",
        routing: {
          request: {
            method: "POST",
            url: "/v1/suppressions:bulk",
            headers: {
              "Idempotency-Key": "=n8n-{{ $execution.id }}-{{ $nodeId }}-{{ $runIndex }}-{{ $itemIndex }}"
            }
          }
        }
      },
      {
        name: "Delete",
        value: "delete",
        action: "Lift a suppression",
        description: "Returns the deleted suppression",
        routing: {
          request: {
            method: "DELETE",
            url: "=/v1/suppressions/{{ encodeURIComponent($parameter[\"id\"]) }}",
            headers: {
              "Idempotency-Key": "=n8n-{{ $execution.id }}-{{ $nodeId }}-{{ $runIndex }}-{{ $itemIndex }}"
            }
          }
        }
      },
      {
        name: "Get Many",
        value: "getAll",
        action: "List suppressions",
        description: "List suppressions, newest first",
        routing: {
          request: {
            method: "GET",
            url: "/v1/suppressions"
          },
          output: {
            postReceive: [
              {
                type: "rootProperty",
                properties: {
                  property: "data"
                }
              }
            ]
          }
        }
      }
    ],
    default: "create"
  },
  {
    displayName: "Kind",
    name: "kind",
    type: "options",
    options: [
      {
        name: "Domain",
        value: "domain"
      },
      {
        name: "Email",
        value: "email"
      },
      {
        name: "Email Sha256",
        value: "email_sha256"
      },
      {
        name: "Person",
        value: "person"
      }
    ],
    default: "domain",
    description: "Email_sha256 is the SHA-256 of the address in lower case, as 64 hexadecimal digits",
    routing: {
      send: {
        type: "body",
        property: "kind"
      }
    },
    required: true,
    displayOptions: {
      show: {
        resource: [
          "suppression"
        ],
        operation: [
          "create"
        ]
      }
    }
  },
  {
    displayName: "Value",
    name: "value",
    type: "string",
    default: "",
    description: "A domain includes its subdomains",
    routing: {
      send: {
        type: "body",
        property: "value"
      }
    },
    required: true,
    displayOptions: {
      show: {
        resource: [
          "suppression"
        ],
        operation: [
          "create"
        ]
      }
    }
  },
  {
    displayName: "Additional Fields",
    name: "additionalFields",
    type: "collection",
    placeholder: "Add Field",
    default: {},
    displayOptions: {
      show: {
        resource: [
          "suppression"
        ],
        operation: [
          "create"
        ]
      }
    },
    options: [
      {
        displayName: "Reason",
        name: "reason",
        type: "string",
        default: "",
        routing: {
          send: {
            type: "body",
            property: "reason"
          }
        }
      }
    ]
  },
  {
    displayName: "Values",
    name: "values",
    type: "string",
    default: "",
    description: "Separated by commas",
    routing: {
      send: {
        type: "body",
        property: "values",
        value: "={{ Array.isArray($value) ? $value : String($value).split(',').map((part) => part.trim()) }}"
      }
    },
    required: true,
    displayOptions: {
      show: {
        resource: [
          "suppression"
        ],
        operation: [
          "createMany"
        ]
      }
    }
  },
  {
    displayName: "Additional Fields",
    name: "additionalFields",
    type: "collection",
    placeholder: "Add Field",
    default: {},
    displayOptions: {
      show: {
        resource: [
          "suppression"
        ],
        operation: [
          "createMany"
        ]
      }
    },
    options: [
      {
        displayName: "Kind",
        name: "kind",
        type: "options",
        options: [
          {
            name: "Domain",
            value: "domain"
          },
          {
            name: "Email",
            value: "email"
          },
          {
            name: "Email Sha256",
            value: "email_sha256"
          },
          {
            name: "Person",
            value: "person"
          }
        ],
        default: "domain",
        description: "The kind of all values. When absent, it is inferred: @ means an email, 64 hexadecimal digits a hash.",
        routing: {
          send: {
            type: "body",
            property: "kind"
          }
        }
      },
      {
        displayName: "Reason",
        name: "reason",
        type: "string",
        default: "",
        routing: {
          send: {
            type: "body",
            property: "reason"
          }
        }
      }
    ]
  },
  {
    displayName: "Return All",
    name: "returnAll",
    type: "boolean",
    default: false,
    description: "Whether to return all results or only up to a given limit",
    displayOptions: {
      show: {
        resource: [
          "suppression"
        ],
        operation: [
          "getAll"
        ]
      }
    },
    routing: {
      send: {
        paginate: "={{ $value }}",
        type: "query",
        property: "limit",
        value: "={{ $value ? 100 : undefined }}"
      },
      operations: {
        pagination: {
          type: "generic",
          properties: {
            continue: "={{ !!$response.body?.next_cursor }}",
            request: {
              url: "={{ $request.url + ($response.body?.next_cursor ? '?cursor=' + encodeURIComponent($response.body.next_cursor) : '') }}"
            }
          }
        }
      }
    }
  },
  {
    displayName: "Limit",
    name: "limit",
    type: "number",
    typeOptions: {
      minValue: 1,
      maxValue: 100
    },
    default: 50,
    description: "Max number of results to return",
    displayOptions: {
      show: {
        resource: [
          "suppression"
        ],
        operation: [
          "getAll"
        ],
        returnAll: [
          false
        ]
      }
    },
    routing: {
      send: {
        type: "query",
        property: "limit"
      },
      output: {
        maxResults: "={{ $value }}"
      }
    }
  },
  {
    displayName: "Filters",
    name: "filters",
    type: "collection",
    placeholder: "Add Field",
    default: {},
    displayOptions: {
      show: {
        resource: [
          "suppression"
        ],
        operation: [
          "getAll"
        ]
      }
    },
    options: [
      {
        displayName: "Kind",
        name: "kind",
        type: "options",
        options: [
          {
            name: "Domain",
            value: "domain"
          },
          {
            name: "Email",
            value: "email"
          },
          {
            name: "Email Sha256",
            value: "email_sha256"
          },
          {
            name: "Person",
            value: "person"
          }
        ],
        default: "domain",
        routing: {
          send: {
            type: "query",
            property: "kind"
          }
        }
      },
      {
        displayName: "Q",
        name: "q",
        type: "string",
        default: "",
        description: "Text contained in the value or the reason",
        routing: {
          send: {
            type: "query",
            property: "q"
          }
        }
      }
    ]
  },
  {
    displayName: "Suppression ID",
    name: "id",
    type: "string",
    required: true,
    default: "",
    displayOptions: {
      show: {
        resource: [
          "suppression"
        ],
        operation: [
          "delete"
        ]
      }
    }
  }
]
