// Written by scripts/generate-discovery.ts from Google's discovery document of the Gmail API, which Google publishes in its
// Apache-2.0 client libraries. Methods, parameters and types; no descriptions.

import type { Discovery } from '../wire/discovery.ts';

export const discovery: Discovery = {
 "kind": "discovery#restDescription",
 "discoveryVersion": "v1",
 "id": "gmail:v1",
 "name": "gmail",
 "version": "v1",
 "revision": "20260713",
 "title": "Gmail API",
 "protocol": "rest",
 "batchPath": "batch",
 "servicePath": "",
 "basePath": "",
 "parameters": {
  "callback": {
   "type": "string",
   "location": "query"
  },
  "oauth_token": {
   "location": "query",
   "type": "string"
  },
  "quotaUser": {
   "type": "string",
   "location": "query"
  },
  "uploadType": {
   "type": "string",
   "location": "query"
  },
  "prettyPrint": {
   "default": "true",
   "location": "query",
   "type": "boolean"
  },
  "fields": {
   "location": "query",
   "type": "string"
  },
  "access_token": {
   "type": "string",
   "location": "query"
  },
  "upload_protocol": {
   "location": "query",
   "type": "string"
  },
  "alt": {
   "default": "json",
   "type": "string",
   "location": "query",
   "enum": [
    "json",
    "media",
    "proto"
   ]
  },
  "$.xgafv": {
   "type": "string",
   "location": "query",
   "enum": [
    "1",
    "2"
   ]
  },
  "key": {
   "type": "string",
   "location": "query"
  }
 },
 "schemas": {
  "Message": {
   "id": "Message",
   "type": "object",
   "properties": {
    "snippet": {
     "type": "string"
    },
    "sizeEstimate": {
     "type": "integer",
     "format": "int32"
    },
    "id": {
     "type": "string"
    },
    "internalDate": {
     "type": "string",
     "format": "int64"
    },
    "raw": {
     "type": "string",
     "format": "byte"
    },
    "classificationLabelValues": {
     "type": "array",
     "items": {
      "$ref": "ClassificationLabelValue"
     }
    },
    "threadId": {
     "type": "string"
    },
    "payload": {
     "$ref": "MessagePart"
    },
    "labelIds": {
     "type": "array",
     "items": {
      "type": "string"
     }
    },
    "historyId": {
     "type": "string",
     "format": "uint64"
    }
   }
  },
  "FilterCriteria": {
   "type": "object",
   "properties": {
    "subject": {
     "type": "string"
    },
    "from": {
     "type": "string"
    },
    "to": {
     "type": "string"
    },
    "size": {
     "type": "integer",
     "format": "int32"
    },
    "query": {
     "type": "string"
    },
    "sizeComparison": {
     "type": "string",
     "enum": [
      "unspecified",
      "smaller",
      "larger"
     ]
    },
    "negatedQuery": {
     "type": "string"
    },
    "hasAttachment": {
     "type": "boolean"
    },
    "excludeChats": {
     "type": "boolean"
    }
   },
   "id": "FilterCriteria"
  },
  "MessagePartHeader": {
   "properties": {
    "value": {
     "type": "string"
    },
    "name": {
     "type": "string"
    }
   },
   "type": "object",
   "id": "MessagePartHeader"
  },
  "ForwardingAddress": {
   "id": "ForwardingAddress",
   "properties": {
    "forwardingEmail": {
     "type": "string"
    },
    "verificationStatus": {
     "type": "string",
     "enum": [
      "verificationStatusUnspecified",
      "accepted",
      "pending"
     ]
    }
   },
   "type": "object"
  },
  "CseIdentity": {
   "id": "CseIdentity",
   "type": "object",
   "properties": {
    "emailAddress": {
     "type": "string"
    },
    "signAndEncryptKeyPairs": {
     "$ref": "SignAndEncryptKeyPairs"
    },
    "primaryKeyPairId": {
     "type": "string"
    }
   }
  },
  "ListDraftsResponse": {
   "type": "object",
   "properties": {
    "resultSizeEstimate": {
     "type": "integer",
     "format": "uint32"
    },
    "nextPageToken": {
     "type": "string"
    },
    "drafts": {
     "type": "array",
     "items": {
      "$ref": "Draft"
     }
    }
   },
   "id": "ListDraftsResponse"
  },
  "ListHistoryResponse": {
   "properties": {
    "nextPageToken": {
     "type": "string"
    },
    "history": {
     "type": "array",
     "items": {
      "$ref": "History"
     }
    },
    "historyId": {
     "type": "string",
     "format": "uint64"
    }
   },
   "type": "object",
   "id": "ListHistoryResponse"
  },
  "MessagePart": {
   "type": "object",
   "properties": {
    "mimeType": {
     "type": "string"
    },
    "body": {
     "$ref": "MessagePartBody"
    },
    "filename": {
     "type": "string"
    },
    "parts": {
     "type": "array",
     "items": {
      "$ref": "MessagePart"
     }
    },
    "partId": {
     "type": "string"
    },
    "headers": {
     "type": "array",
     "items": {
      "$ref": "MessagePartHeader"
     }
    }
   },
   "id": "MessagePart"
  },
  "ListThreadsResponse": {
   "type": "object",
   "properties": {
    "resultSizeEstimate": {
     "type": "integer",
     "format": "uint32"
    },
    "nextPageToken": {
     "type": "string"
    },
    "threads": {
     "type": "array",
     "items": {
      "$ref": "Thread"
     }
    }
   },
   "id": "ListThreadsResponse"
  },
  "ListSmimeInfoResponse": {
   "id": "ListSmimeInfoResponse",
   "type": "object",
   "properties": {
    "smimeInfo": {
     "type": "array",
     "items": {
      "$ref": "SmimeInfo"
     }
    }
   }
  },
  "ListMessagesResponse": {
   "type": "object",
   "properties": {
    "resultSizeEstimate": {
     "type": "integer",
     "format": "uint32"
    },
    "messages": {
     "type": "array",
     "items": {
      "$ref": "Message"
     }
    },
    "nextPageToken": {
     "type": "string"
    }
   },
   "id": "ListMessagesResponse"
  },
  "DisableCseKeyPairRequest": {
   "properties": {},
   "type": "object",
   "id": "DisableCseKeyPairRequest"
  },
  "VacationSettings": {
   "id": "VacationSettings",
   "properties": {
    "startTime": {
     "type": "string",
     "format": "int64"
    },
    "restrictToContacts": {
     "type": "boolean"
    },
    "restrictToDomain": {
     "type": "boolean"
    },
    "endTime": {
     "type": "string",
     "format": "int64"
    },
    "enableAutoReply": {
     "type": "boolean"
    },
    "responseSubject": {
     "type": "string"
    },
    "responseBodyPlainText": {
     "type": "string"
    },
    "responseBodyHtml": {
     "type": "string"
    }
   },
   "type": "object"
  },
  "ListCseIdentitiesResponse": {
   "type": "object",
   "properties": {
    "cseIdentities": {
     "type": "array",
     "items": {
      "$ref": "CseIdentity"
     }
    },
    "nextPageToken": {
     "type": "string"
    }
   },
   "id": "ListCseIdentitiesResponse"
  },
  "ModifyMessageRequest": {
   "id": "ModifyMessageRequest",
   "type": "object",
   "properties": {
    "removeLabelIds": {
     "type": "array",
     "items": {
      "type": "string"
     }
    },
    "addClassificationLabels": {
     "type": "array",
     "items": {
      "$ref": "ClassificationLabelValue"
     }
    },
    "addLabelIds": {
     "type": "array",
     "items": {
      "type": "string"
     }
    },
    "removeClassificationLabelIds": {
     "type": "array",
     "items": {
      "type": "string"
     }
    }
   }
  },
  "ListFiltersResponse": {
   "properties": {
    "filter": {
     "type": "array",
     "items": {
      "$ref": "Filter"
     }
    }
   },
   "type": "object",
   "id": "ListFiltersResponse"
  },
  "SendAs": {
   "id": "SendAs",
   "type": "object",
   "properties": {
    "verificationStatus": {
     "type": "string",
     "enum": [
      "verificationStatusUnspecified",
      "accepted",
      "pending"
     ]
    },
    "smtpMsa": {
     "$ref": "SmtpMsa"
    },
    "replyToAddress": {
     "type": "string"
    },
    "isPrimary": {
     "type": "boolean"
    },
    "sendAsEmail": {
     "type": "string"
    },
    "isDefault": {
     "type": "boolean"
    },
    "displayName": {
     "type": "string"
    },
    "signature": {
     "type": "string"
    },
    "treatAsAlias": {
     "type": "boolean"
    }
   }
  },
  "ModifyThreadRequest": {
   "properties": {
    "addLabelIds": {
     "type": "array",
     "items": {
      "type": "string"
     }
    },
    "removeLabelIds": {
     "type": "array",
     "items": {
      "type": "string"
     }
    }
   },
   "type": "object",
   "id": "ModifyThreadRequest"
  },
  "CsePrivateKeyMetadata": {
   "type": "object",
   "properties": {
    "privateKeyMetadataId": {
     "type": "string"
    },
    "kaclsKeyMetadata": {
     "$ref": "KaclsKeyMetadata"
    },
    "hardwareKeyMetadata": {
     "$ref": "HardwareKeyMetadata"
    }
   },
   "id": "CsePrivateKeyMetadata"
  },
  "Profile": {
   "properties": {
    "emailAddress": {
     "type": "string"
    },
    "messagesTotal": {
     "type": "integer",
     "format": "int32"
    },
    "historyId": {
     "type": "string",
     "format": "uint64"
    },
    "threadsTotal": {
     "type": "integer",
     "format": "int32"
    }
   },
   "type": "object",
   "id": "Profile"
  },
  "BatchModifyMessagesRequest": {
   "id": "BatchModifyMessagesRequest",
   "type": "object",
   "properties": {
    "ids": {
     "type": "array",
     "items": {
      "type": "string"
     }
    },
    "removeLabelIds": {
     "type": "array",
     "items": {
      "type": "string"
     }
    },
    "addLabelIds": {
     "type": "array",
     "items": {
      "type": "string"
     }
    },
    "addClassificationLabels": {
     "type": "array",
     "items": {
      "$ref": "ClassificationLabelValue"
     }
    },
    "removeClassificationLabelIds": {
     "type": "array",
     "items": {
      "type": "string"
     }
    }
   }
  },
  "WatchRequest": {
   "id": "WatchRequest",
   "type": "object",
   "properties": {
    "topicName": {
     "type": "string"
    },
    "labelIds": {
     "type": "array",
     "items": {
      "type": "string"
     }
    },
    "labelFilterBehavior": {
     "type": "string",
     "enum": [
      "include",
      "exclude"
     ]
    },
    "labelFilterAction": {
     "enum": [
      "include",
      "exclude"
     ],
     "type": "string"
    }
   }
  },
  "ListCseKeyPairsResponse": {
   "id": "ListCseKeyPairsResponse",
   "properties": {
    "nextPageToken": {
     "type": "string"
    },
    "cseKeyPairs": {
     "type": "array",
     "items": {
      "$ref": "CseKeyPair"
     }
    }
   },
   "type": "object"
  },
  "History": {
   "properties": {
    "messages": {
     "type": "array",
     "items": {
      "$ref": "Message"
     }
    },
    "labelsRemoved": {
     "type": "array",
     "items": {
      "$ref": "HistoryLabelRemoved"
     }
    },
    "id": {
     "type": "string",
     "format": "uint64"
    },
    "messagesAdded": {
     "type": "array",
     "items": {
      "$ref": "HistoryMessageAdded"
     }
    },
    "labelsAdded": {
     "type": "array",
     "items": {
      "$ref": "HistoryLabelAdded"
     }
    },
    "messagesDeleted": {
     "type": "array",
     "items": {
      "$ref": "HistoryMessageDeleted"
     }
    }
   },
   "type": "object",
   "id": "History"
  },
  "ImapSettings": {
   "id": "ImapSettings",
   "type": "object",
   "properties": {
    "maxFolderSize": {
     "type": "integer",
     "format": "int32"
    },
    "autoExpunge": {
     "type": "boolean"
    },
    "enabled": {
     "type": "boolean"
    },
    "expungeBehavior": {
     "type": "string",
     "enum": [
      "expungeBehaviorUnspecified",
      "archive",
      "trash",
      "deleteForever"
     ]
    }
   }
  },
  "ListSendAsResponse": {
   "type": "object",
   "properties": {
    "sendAs": {
     "type": "array",
     "items": {
      "$ref": "SendAs"
     }
    }
   },
   "id": "ListSendAsResponse"
  },
  "SignAndEncryptKeyPairs": {
   "properties": {
    "signingKeyPairId": {
     "type": "string"
    },
    "encryptionKeyPairId": {
     "type": "string"
    }
   },
   "type": "object",
   "id": "SignAndEncryptKeyPairs"
  },
  "WatchResponse": {
   "properties": {
    "historyId": {
     "type": "string",
     "format": "uint64"
    },
    "expiration": {
     "type": "string",
     "format": "int64"
    }
   },
   "type": "object",
   "id": "WatchResponse"
  },
  "LanguageSettings": {
   "id": "LanguageSettings",
   "properties": {
    "displayLanguage": {
     "type": "string"
    }
   },
   "type": "object"
  },
  "Delegate": {
   "id": "Delegate",
   "type": "object",
   "properties": {
    "delegateEmail": {
     "type": "string"
    },
    "verificationStatus": {
     "type": "string",
     "enum": [
      "verificationStatusUnspecified",
      "accepted",
      "pending",
      "rejected",
      "expired"
     ]
    }
   }
  },
  "AutoForwarding": {
   "id": "AutoForwarding",
   "type": "object",
   "properties": {
    "enabled": {
     "type": "boolean"
    },
    "disposition": {
     "type": "string",
     "enum": [
      "dispositionUnspecified",
      "leaveInInbox",
      "archive",
      "trash",
      "markRead"
     ]
    },
    "emailAddress": {
     "type": "string"
    }
   }
  },
  "EnableCseKeyPairRequest": {
   "id": "EnableCseKeyPairRequest",
   "properties": {},
   "type": "object"
  },
  "Label": {
   "properties": {
    "threadsTotal": {
     "type": "integer",
     "format": "int32"
    },
    "threadsUnread": {
     "type": "integer",
     "format": "int32"
    },
    "name": {
     "type": "string"
    },
    "type": {
     "type": "string",
     "enum": [
      "system",
      "user"
     ]
    },
    "messageListVisibility": {
     "type": "string",
     "enum": [
      "show",
      "hide"
     ]
    },
    "labelListVisibility": {
     "enum": [
      "labelShow",
      "labelShowIfUnread",
      "labelHide"
     ],
     "type": "string"
    },
    "color": {
     "$ref": "LabelColor"
    },
    "messagesTotal": {
     "type": "integer",
     "format": "int32"
    },
    "id": {
     "type": "string"
    },
    "messagesUnread": {
     "type": "integer",
     "format": "int32"
    }
   },
   "type": "object",
   "id": "Label"
  },
  "LabelColor": {
   "properties": {
    "textColor": {
     "type": "string"
    },
    "backgroundColor": {
     "type": "string"
    }
   },
   "type": "object",
   "id": "LabelColor"
  },
  "HistoryMessageAdded": {
   "type": "object",
   "properties": {
    "message": {
     "$ref": "Message"
    }
   },
   "id": "HistoryMessageAdded"
  },
  "ListForwardingAddressesResponse": {
   "type": "object",
   "properties": {
    "forwardingAddresses": {
     "type": "array",
     "items": {
      "$ref": "ForwardingAddress"
     }
    }
   },
   "id": "ListForwardingAddressesResponse"
  },
  "ClassificationLabelFieldValue": {
   "properties": {
    "fieldId": {
     "type": "string"
    },
    "selection": {
     "type": "string"
    }
   },
   "type": "object",
   "id": "ClassificationLabelFieldValue"
  },
  "HardwareKeyMetadata": {
   "id": "HardwareKeyMetadata",
   "type": "object",
   "properties": {
    "description": {
     "type": "string"
    }
   }
  },
  "HistoryLabelRemoved": {
   "type": "object",
   "properties": {
    "message": {
     "$ref": "Message"
    },
    "labelIds": {
     "type": "array",
     "items": {
      "type": "string"
     }
    }
   },
   "id": "HistoryLabelRemoved"
  },
  "FilterAction": {
   "id": "FilterAction",
   "type": "object",
   "properties": {
    "addLabelIds": {
     "type": "array",
     "items": {
      "type": "string"
     }
    },
    "forward": {
     "type": "string"
    },
    "removeLabelIds": {
     "type": "array",
     "items": {
      "type": "string"
     }
    }
   }
  },
  "SmtpMsa": {
   "properties": {
    "password": {
     "type": "string"
    },
    "host": {
     "type": "string"
    },
    "username": {
     "type": "string"
    },
    "port": {
     "type": "integer",
     "format": "int32"
    },
    "securityMode": {
     "type": "string",
     "enum": [
      "securityModeUnspecified",
      "none",
      "ssl",
      "starttls"
     ]
    }
   },
   "type": "object",
   "id": "SmtpMsa"
  },
  "ListLabelsResponse": {
   "properties": {
    "labels": {
     "type": "array",
     "items": {
      "$ref": "Label"
     }
    }
   },
   "type": "object",
   "id": "ListLabelsResponse"
  },
  "ClassificationLabelValue": {
   "id": "ClassificationLabelValue",
   "type": "object",
   "properties": {
    "fields": {
     "type": "array",
     "items": {
      "$ref": "ClassificationLabelFieldValue"
     }
    },
    "labelId": {
     "type": "string"
    }
   }
  },
  "ListDelegatesResponse": {
   "id": "ListDelegatesResponse",
   "type": "object",
   "properties": {
    "delegates": {
     "type": "array",
     "items": {
      "$ref": "Delegate"
     }
    }
   }
  },
  "CseKeyPair": {
   "properties": {
    "pem": {
     "type": "string"
    },
    "privateKeyMetadata": {
     "type": "array",
     "items": {
      "$ref": "CsePrivateKeyMetadata"
     }
    },
    "pkcs7": {
     "type": "string"
    },
    "disableTime": {
     "type": "string",
     "format": "google-datetime"
    },
    "keyPairId": {
     "type": "string"
    },
    "subjectEmailAddresses": {
     "type": "array",
     "items": {
      "type": "string"
     }
    },
    "enablementState": {
     "enum": [
      "stateUnspecified",
      "enabled",
      "disabled"
     ],
     "type": "string"
    }
   },
   "type": "object",
   "id": "CseKeyPair"
  },
  "HistoryMessageDeleted": {
   "properties": {
    "message": {
     "$ref": "Message"
    }
   },
   "type": "object",
   "id": "HistoryMessageDeleted"
  },
  "KaclsKeyMetadata": {
   "type": "object",
   "properties": {
    "kaclsUri": {
     "type": "string"
    },
    "kaclsData": {
     "type": "string"
    }
   },
   "id": "KaclsKeyMetadata"
  },
  "BatchDeleteMessagesRequest": {
   "properties": {
    "ids": {
     "type": "array",
     "items": {
      "type": "string"
     }
    }
   },
   "type": "object",
   "id": "BatchDeleteMessagesRequest"
  },
  "HistoryLabelAdded": {
   "type": "object",
   "properties": {
    "labelIds": {
     "type": "array",
     "items": {
      "type": "string"
     }
    },
    "message": {
     "$ref": "Message"
    }
   },
   "id": "HistoryLabelAdded"
  },
  "MessagePartBody": {
   "type": "object",
   "properties": {
    "data": {
     "type": "string",
     "format": "byte"
    },
    "size": {
     "type": "integer",
     "format": "int32"
    },
    "attachmentId": {
     "type": "string"
    }
   },
   "id": "MessagePartBody"
  },
  "SmimeInfo": {
   "properties": {
    "id": {
     "type": "string"
    },
    "expiration": {
     "type": "string",
     "format": "int64"
    },
    "pkcs12": {
     "type": "string",
     "format": "byte"
    },
    "issuerCn": {
     "type": "string"
    },
    "isDefault": {
     "type": "boolean"
    },
    "pem": {
     "type": "string"
    },
    "encryptedKeyPassword": {
     "type": "string"
    }
   },
   "type": "object",
   "id": "SmimeInfo"
  },
  "Draft": {
   "type": "object",
   "properties": {
    "id": {
     "type": "string"
    },
    "message": {
     "$ref": "Message"
    }
   },
   "id": "Draft"
  },
  "ObliterateCseKeyPairRequest": {
   "properties": {},
   "type": "object",
   "id": "ObliterateCseKeyPairRequest"
  },
  "Thread": {
   "properties": {
    "historyId": {
     "type": "string",
     "format": "uint64"
    },
    "id": {
     "type": "string"
    },
    "messages": {
     "type": "array",
     "items": {
      "$ref": "Message"
     }
    },
    "snippet": {
     "type": "string"
    }
   },
   "type": "object",
   "id": "Thread"
  },
  "Filter": {
   "properties": {
    "criteria": {
     "$ref": "FilterCriteria"
    },
    "id": {
     "type": "string"
    },
    "action": {
     "$ref": "FilterAction"
    }
   },
   "type": "object",
   "id": "Filter"
  },
  "PopSettings": {
   "id": "PopSettings",
   "type": "object",
   "properties": {
    "disposition": {
     "type": "string",
     "enum": [
      "dispositionUnspecified",
      "leaveInInbox",
      "archive",
      "trash",
      "markRead"
     ]
    },
    "accessWindow": {
     "type": "string",
     "enum": [
      "accessWindowUnspecified",
      "disabled",
      "fromNowOn",
      "allMail"
     ]
    }
   }
  }
 },
 "resources": {
  "users": {
   "methods": {
    "stop": {
     "parameterOrder": [
      "userId"
     ],
     "httpMethod": "POST",
     "path": "gmail/v1/users/{userId}/stop",
     "parameters": {
      "userId": {
       "required": true,
       "location": "path",
       "type": "string",
       "default": "me"
      }
     },
     "id": "gmail.users.stop"
    },
    "getProfile": {
     "id": "gmail.users.getProfile",
     "response": {
      "$ref": "Profile"
     },
     "parameterOrder": [
      "userId"
     ],
     "parameters": {
      "userId": {
       "type": "string",
       "default": "me",
       "required": true,
       "location": "path"
      }
     },
     "path": "gmail/v1/users/{userId}/profile",
     "httpMethod": "GET"
    },
    "watch": {
     "id": "gmail.users.watch",
     "response": {
      "$ref": "WatchResponse"
     },
     "request": {
      "$ref": "WatchRequest"
     },
     "parameterOrder": [
      "userId"
     ],
     "parameters": {
      "userId": {
       "type": "string",
       "default": "me",
       "required": true,
       "location": "path"
      }
     },
     "path": "gmail/v1/users/{userId}/watch",
     "httpMethod": "POST"
    }
   },
   "resources": {
    "history": {
     "methods": {
      "list": {
       "id": "gmail.users.history.list",
       "response": {
        "$ref": "ListHistoryResponse"
       },
       "parameterOrder": [
        "userId"
       ],
       "parameters": {
        "maxResults": {
         "default": "100",
         "type": "integer",
         "format": "uint32",
         "location": "query"
        },
        "historyTypes": {
         "location": "query",
         "repeated": true,
         "enum": [
          "messageAdded",
          "messageDeleted",
          "labelAdded",
          "labelRemoved"
         ],
         "type": "string"
        },
        "labelId": {
         "location": "query",
         "type": "string"
        },
        "pageToken": {
         "type": "string",
         "location": "query"
        },
        "userId": {
         "required": true,
         "location": "path",
         "type": "string",
         "default": "me"
        },
        "startHistoryId": {
         "location": "query",
         "type": "string",
         "format": "uint64"
        }
       },
       "path": "gmail/v1/users/{userId}/history",
       "httpMethod": "GET"
      }
     }
    },
    "threads": {
     "methods": {
      "trash": {
       "httpMethod": "POST",
       "path": "gmail/v1/users/{userId}/threads/{id}/trash",
       "parameters": {
        "userId": {
         "required": true,
         "location": "path",
         "type": "string",
         "default": "me"
        },
        "id": {
         "required": true,
         "type": "string",
         "location": "path"
        }
       },
       "parameterOrder": [
        "userId",
        "id"
       ],
       "id": "gmail.users.threads.trash",
       "response": {
        "$ref": "Thread"
       }
      },
      "modify": {
       "id": "gmail.users.threads.modify",
       "response": {
        "$ref": "Thread"
       },
       "request": {
        "$ref": "ModifyThreadRequest"
       },
       "parameterOrder": [
        "userId",
        "id"
       ],
       "parameters": {
        "userId": {
         "location": "path",
         "required": true,
         "default": "me",
         "type": "string"
        },
        "id": {
         "required": true,
         "type": "string",
         "location": "path"
        }
       },
       "httpMethod": "POST",
       "path": "gmail/v1/users/{userId}/threads/{id}/modify"
      },
      "get": {
       "httpMethod": "GET",
       "path": "gmail/v1/users/{userId}/threads/{id}",
       "parameters": {
        "metadataHeaders": {
         "location": "query",
         "repeated": true,
         "type": "string"
        },
        "format": {
         "default": "full",
         "type": "string",
         "location": "query",
         "enum": [
          "full",
          "metadata",
          "minimal"
         ]
        },
        "id": {
         "required": true,
         "type": "string",
         "location": "path"
        },
        "userId": {
         "default": "me",
         "type": "string",
         "location": "path",
         "required": true
        }
       },
       "parameterOrder": [
        "userId",
        "id"
       ],
       "id": "gmail.users.threads.get",
       "response": {
        "$ref": "Thread"
       }
      },
      "delete": {
       "parameterOrder": [
        "userId",
        "id"
       ],
       "httpMethod": "DELETE",
       "path": "gmail/v1/users/{userId}/threads/{id}",
       "parameters": {
        "userId": {
         "type": "string",
         "default": "me",
         "required": true,
         "location": "path"
        },
        "id": {
         "required": true,
         "type": "string",
         "location": "path"
        }
       },
       "id": "gmail.users.threads.delete"
      },
      "untrash": {
       "parameters": {
        "id": {
         "required": true,
         "type": "string",
         "location": "path"
        },
        "userId": {
         "location": "path",
         "required": true,
         "default": "me",
         "type": "string"
        }
       },
       "httpMethod": "POST",
       "path": "gmail/v1/users/{userId}/threads/{id}/untrash",
       "id": "gmail.users.threads.untrash",
       "response": {
        "$ref": "Thread"
       },
       "parameterOrder": [
        "userId",
        "id"
       ]
      },
      "list": {
       "parameters": {
        "userId": {
         "required": true,
         "location": "path",
         "type": "string",
         "default": "me"
        },
        "labelIds": {
         "location": "query",
         "repeated": true,
         "type": "string"
        },
        "pageToken": {
         "type": "string",
         "location": "query"
        },
        "includeSpamTrash": {
         "type": "boolean",
         "default": "false",
         "location": "query"
        },
        "q": {
         "location": "query",
         "type": "string"
        },
        "maxResults": {
         "location": "query",
         "default": "100",
         "type": "integer",
         "format": "uint32"
        }
       },
       "path": "gmail/v1/users/{userId}/threads",
       "httpMethod": "GET",
       "id": "gmail.users.threads.list",
       "response": {
        "$ref": "ListThreadsResponse"
       },
       "parameterOrder": [
        "userId"
       ]
      }
     }
    },
    "drafts": {
     "methods": {
      "delete": {
       "parameterOrder": [
        "userId",
        "id"
       ],
       "path": "gmail/v1/users/{userId}/drafts/{id}",
       "httpMethod": "DELETE",
       "parameters": {
        "userId": {
         "required": true,
         "location": "path",
         "type": "string",
         "default": "me"
        },
        "id": {
         "required": true,
         "type": "string",
         "location": "path"
        }
       },
       "id": "gmail.users.drafts.delete"
      },
      "create": {
       "parameterOrder": [
        "userId"
       ],
       "supportsMediaUpload": true,
       "request": {
        "$ref": "Draft"
       },
       "id": "gmail.users.drafts.create",
       "response": {
        "$ref": "Draft"
       },
       "httpMethod": "POST",
       "path": "gmail/v1/users/{userId}/drafts",
       "parameters": {
        "userId": {
         "default": "me",
         "type": "string",
         "location": "path",
         "required": true
        }
       },
       "mediaUpload": {
        "maxSize": "36700160",
        "protocols": {
         "simple": {
          "path": "/upload/gmail/v1/users/{userId}/drafts",
          "multipart": true
         },
         "resumable": {
          "path": "/resumable/upload/gmail/v1/users/{userId}/drafts",
          "multipart": true
         }
        },
        "accept": [
         "message/*"
        ]
       }
      },
      "get": {
       "path": "gmail/v1/users/{userId}/drafts/{id}",
       "httpMethod": "GET",
       "parameters": {
        "format": {
         "default": "full",
         "type": "string",
         "location": "query",
         "enum": [
          "minimal",
          "full",
          "raw",
          "metadata"
         ]
        },
        "id": {
         "required": true,
         "type": "string",
         "location": "path"
        },
        "userId": {
         "required": true,
         "location": "path",
         "type": "string",
         "default": "me"
        }
       },
       "parameterOrder": [
        "userId",
        "id"
       ],
       "id": "gmail.users.drafts.get",
       "response": {
        "$ref": "Draft"
       }
      },
      "update": {
       "path": "gmail/v1/users/{userId}/drafts/{id}",
       "httpMethod": "PUT",
       "mediaUpload": {
        "maxSize": "36700160",
        "protocols": {
         "resumable": {
          "multipart": true,
          "path": "/resumable/upload/gmail/v1/users/{userId}/drafts/{id}"
         },
         "simple": {
          "path": "/upload/gmail/v1/users/{userId}/drafts/{id}",
          "multipart": true
         }
        },
        "accept": [
         "message/*"
        ]
       },
       "parameters": {
        "id": {
         "location": "path",
         "required": true,
         "type": "string"
        },
        "userId": {
         "location": "path",
         "required": true,
         "default": "me",
         "type": "string"
        }
       },
       "supportsMediaUpload": true,
       "parameterOrder": [
        "userId",
        "id"
       ],
       "id": "gmail.users.drafts.update",
       "response": {
        "$ref": "Draft"
       },
       "request": {
        "$ref": "Draft"
       }
      },
      "list": {
       "parameterOrder": [
        "userId"
       ],
       "id": "gmail.users.drafts.list",
       "response": {
        "$ref": "ListDraftsResponse"
       },
       "httpMethod": "GET",
       "path": "gmail/v1/users/{userId}/drafts",
       "parameters": {
        "userId": {
         "required": true,
         "location": "path",
         "type": "string",
         "default": "me"
        },
        "pageToken": {
         "location": "query",
         "type": "string"
        },
        "includeSpamTrash": {
         "type": "boolean",
         "default": "false",
         "location": "query"
        },
        "maxResults": {
         "location": "query",
         "type": "integer",
         "format": "uint32",
         "default": "100"
        },
        "q": {
         "location": "query",
         "type": "string"
        }
       }
      },
      "send": {
       "supportsMediaUpload": true,
       "parameterOrder": [
        "userId"
       ],
       "id": "gmail.users.drafts.send",
       "response": {
        "$ref": "Message"
       },
       "request": {
        "$ref": "Draft"
       },
       "path": "gmail/v1/users/{userId}/drafts/send",
       "httpMethod": "POST",
       "mediaUpload": {
        "maxSize": "36700160",
        "protocols": {
         "simple": {
          "multipart": true,
          "path": "/upload/gmail/v1/users/{userId}/drafts/send"
         },
         "resumable": {
          "path": "/resumable/upload/gmail/v1/users/{userId}/drafts/send",
          "multipart": true
         }
        },
        "accept": [
         "message/*"
        ]
       },
       "parameters": {
        "userId": {
         "required": true,
         "location": "path",
         "type": "string",
         "default": "me"
        }
       }
      }
     }
    },
    "settings": {
     "resources": {
      "delegates": {
       "methods": {
        "list": {
         "path": "gmail/v1/users/{userId}/settings/delegates",
         "httpMethod": "GET",
         "parameters": {
          "userId": {
           "type": "string",
           "default": "me",
           "required": true,
           "location": "path"
          }
         },
         "parameterOrder": [
          "userId"
         ],
         "id": "gmail.users.settings.delegates.list",
         "response": {
          "$ref": "ListDelegatesResponse"
         }
        },
        "get": {
         "parameterOrder": [
          "userId",
          "delegateEmail"
         ],
         "id": "gmail.users.settings.delegates.get",
         "response": {
          "$ref": "Delegate"
         },
         "httpMethod": "GET",
         "path": "gmail/v1/users/{userId}/settings/delegates/{delegateEmail}",
         "parameters": {
          "userId": {
           "type": "string",
           "default": "me",
           "required": true,
           "location": "path"
          },
          "delegateEmail": {
           "required": true,
           "type": "string",
           "location": "path"
          }
         }
        },
        "create": {
         "id": "gmail.users.settings.delegates.create",
         "response": {
          "$ref": "Delegate"
         },
         "request": {
          "$ref": "Delegate"
         },
         "parameterOrder": [
          "userId"
         ],
         "parameters": {
          "userId": {
           "default": "me",
           "type": "string",
           "location": "path",
           "required": true
          }
         },
         "path": "gmail/v1/users/{userId}/settings/delegates",
         "httpMethod": "POST"
        },
        "delete": {
         "id": "gmail.users.settings.delegates.delete",
         "parameters": {
          "userId": {
           "default": "me",
           "type": "string",
           "location": "path",
           "required": true
          },
          "delegateEmail": {
           "required": true,
           "type": "string",
           "location": "path"
          }
         },
         "httpMethod": "DELETE",
         "path": "gmail/v1/users/{userId}/settings/delegates/{delegateEmail}",
         "parameterOrder": [
          "userId",
          "delegateEmail"
         ]
        }
       }
      },
      "filters": {
       "methods": {
        "list": {
         "parameters": {
          "userId": {
           "default": "me",
           "type": "string",
           "location": "path",
           "required": true
          }
         },
         "httpMethod": "GET",
         "path": "gmail/v1/users/{userId}/settings/filters",
         "id": "gmail.users.settings.filters.list",
         "response": {
          "$ref": "ListFiltersResponse"
         },
         "parameterOrder": [
          "userId"
         ]
        },
        "get": {
         "parameterOrder": [
          "userId",
          "id"
         ],
         "id": "gmail.users.settings.filters.get",
         "response": {
          "$ref": "Filter"
         },
         "httpMethod": "GET",
         "path": "gmail/v1/users/{userId}/settings/filters/{id}",
         "parameters": {
          "userId": {
           "type": "string",
           "default": "me",
           "required": true,
           "location": "path"
          },
          "id": {
           "location": "path",
           "required": true,
           "type": "string"
          }
         }
        },
        "create": {
         "parameters": {
          "userId": {
           "default": "me",
           "type": "string",
           "location": "path",
           "required": true
          }
         },
         "path": "gmail/v1/users/{userId}/settings/filters",
         "httpMethod": "POST",
         "id": "gmail.users.settings.filters.create",
         "response": {
          "$ref": "Filter"
         },
         "request": {
          "$ref": "Filter"
         },
         "parameterOrder": [
          "userId"
         ]
        },
        "delete": {
         "id": "gmail.users.settings.filters.delete",
         "parameters": {
          "userId": {
           "type": "string",
           "default": "me",
           "required": true,
           "location": "path"
          },
          "id": {
           "location": "path",
           "required": true,
           "type": "string"
          }
         },
         "httpMethod": "DELETE",
         "path": "gmail/v1/users/{userId}/settings/filters/{id}",
         "parameterOrder": [
          "userId",
          "id"
         ]
        }
       }
      },
      "cse": {
       "resources": {
        "identities": {
         "methods": {
          "get": {
           "id": "gmail.users.settings.cse.identities.get",
           "response": {
            "$ref": "CseIdentity"
           },
           "parameterOrder": [
            "userId",
            "cseEmailAddress"
           ],
           "parameters": {
            "userId": {
             "location": "path",
             "required": true,
             "default": "me",
             "type": "string"
            },
            "cseEmailAddress": {
             "location": "path",
             "required": true,
             "type": "string"
            }
           },
           "httpMethod": "GET",
           "path": "gmail/v1/users/{userId}/settings/cse/identities/{cseEmailAddress}"
          },
          "create": {
           "request": {
            "$ref": "CseIdentity"
           },
           "id": "gmail.users.settings.cse.identities.create",
           "response": {
            "$ref": "CseIdentity"
           },
           "parameterOrder": [
            "userId"
           ],
           "parameters": {
            "userId": {
             "required": true,
             "location": "path",
             "type": "string",
             "default": "me"
            }
           },
           "httpMethod": "POST",
           "path": "gmail/v1/users/{userId}/settings/cse/identities"
          },
          "delete": {
           "path": "gmail/v1/users/{userId}/settings/cse/identities/{cseEmailAddress}",
           "httpMethod": "DELETE",
           "parameterOrder": [
            "userId",
            "cseEmailAddress"
           ],
           "id": "gmail.users.settings.cse.identities.delete",
           "parameters": {
            "userId": {
             "default": "me",
             "type": "string",
             "location": "path",
             "required": true
            },
            "cseEmailAddress": {
             "location": "path",
             "required": true,
             "type": "string"
            }
           }
          },
          "patch": {
           "parameterOrder": [
            "userId",
            "emailAddress"
           ],
           "id": "gmail.users.settings.cse.identities.patch",
           "response": {
            "$ref": "CseIdentity"
           },
           "request": {
            "$ref": "CseIdentity"
           },
           "httpMethod": "PATCH",
           "path": "gmail/v1/users/{userId}/settings/cse/identities/{emailAddress}",
           "parameters": {
            "userId": {
             "location": "path",
             "required": true,
             "default": "me",
             "type": "string"
            },
            "emailAddress": {
             "required": true,
             "type": "string",
             "location": "path"
            }
           }
          },
          "list": {
           "httpMethod": "GET",
           "path": "gmail/v1/users/{userId}/settings/cse/identities",
           "parameters": {
            "pageSize": {
             "location": "query",
             "type": "integer",
             "format": "int32",
             "default": "20"
            },
            "userId": {
             "location": "path",
             "required": true,
             "default": "me",
             "type": "string"
            },
            "pageToken": {
             "location": "query",
             "type": "string"
            }
           },
           "parameterOrder": [
            "userId"
           ],
           "id": "gmail.users.settings.cse.identities.list",
           "response": {
            "$ref": "ListCseIdentitiesResponse"
           }
          }
         }
        },
        "keypairs": {
         "methods": {
          "obliterate": {
           "id": "gmail.users.settings.cse.keypairs.obliterate",
           "request": {
            "$ref": "ObliterateCseKeyPairRequest"
           },
           "parameterOrder": [
            "userId",
            "keyPairId"
           ],
           "parameters": {
            "userId": {
             "default": "me",
             "type": "string",
             "location": "path",
             "required": true
            },
            "keyPairId": {
             "location": "path",
             "required": true,
             "type": "string"
            }
           },
           "httpMethod": "POST",
           "path": "gmail/v1/users/{userId}/settings/cse/keypairs/{keyPairId}:obliterate"
          },
          "disable": {
           "path": "gmail/v1/users/{userId}/settings/cse/keypairs/{keyPairId}:disable",
           "httpMethod": "POST",
           "parameters": {
            "userId": {
             "required": true,
             "location": "path",
             "type": "string",
             "default": "me"
            },
            "keyPairId": {
             "location": "path",
             "required": true,
             "type": "string"
            }
           },
           "parameterOrder": [
            "userId",
            "keyPairId"
           ],
           "id": "gmail.users.settings.cse.keypairs.disable",
           "response": {
            "$ref": "CseKeyPair"
           },
           "request": {
            "$ref": "DisableCseKeyPairRequest"
           }
          },
          "list": {
           "parameterOrder": [
            "userId"
           ],
           "id": "gmail.users.settings.cse.keypairs.list",
           "response": {
            "$ref": "ListCseKeyPairsResponse"
           },
           "httpMethod": "GET",
           "path": "gmail/v1/users/{userId}/settings/cse/keypairs",
           "parameters": {
            "pageSize": {
             "type": "integer",
             "format": "int32",
             "default": "20",
             "location": "query"
            },
            "userId": {
             "default": "me",
             "type": "string",
             "location": "path",
             "required": true
            },
            "pageToken": {
             "type": "string",
             "location": "query"
            }
           }
          },
          "create": {
           "parameters": {
            "userId": {
             "required": true,
             "location": "path",
             "type": "string",
             "default": "me"
            }
           },
           "httpMethod": "POST",
           "path": "gmail/v1/users/{userId}/settings/cse/keypairs",
           "id": "gmail.users.settings.cse.keypairs.create",
           "response": {
            "$ref": "CseKeyPair"
           },
           "request": {
            "$ref": "CseKeyPair"
           },
           "parameterOrder": [
            "userId"
           ]
          },
          "enable": {
           "path": "gmail/v1/users/{userId}/settings/cse/keypairs/{keyPairId}:enable",
           "httpMethod": "POST",
           "parameters": {
            "keyPairId": {
             "location": "path",
             "required": true,
             "type": "string"
            },
            "userId": {
             "default": "me",
             "type": "string",
             "location": "path",
             "required": true
            }
           },
           "parameterOrder": [
            "userId",
            "keyPairId"
           ],
           "request": {
            "$ref": "EnableCseKeyPairRequest"
           },
           "id": "gmail.users.settings.cse.keypairs.enable",
           "response": {
            "$ref": "CseKeyPair"
           }
          },
          "get": {
           "id": "gmail.users.settings.cse.keypairs.get",
           "response": {
            "$ref": "CseKeyPair"
           },
           "parameterOrder": [
            "userId",
            "keyPairId"
           ],
           "parameters": {
            "userId": {
             "default": "me",
             "type": "string",
             "location": "path",
             "required": true
            },
            "keyPairId": {
             "required": true,
             "type": "string",
             "location": "path"
            }
           },
           "httpMethod": "GET",
           "path": "gmail/v1/users/{userId}/settings/cse/keypairs/{keyPairId}"
          }
         }
        }
       }
      },
      "sendAs": {
       "resources": {
        "smimeInfo": {
         "methods": {
          "list": {
           "parameters": {
            "userId": {
             "required": true,
             "location": "path",
             "type": "string",
             "default": "me"
            },
            "sendAsEmail": {
             "required": true,
             "type": "string",
             "location": "path"
            }
           },
           "httpMethod": "GET",
           "path": "gmail/v1/users/{userId}/settings/sendAs/{sendAsEmail}/smimeInfo",
           "id": "gmail.users.settings.sendAs.smimeInfo.list",
           "response": {
            "$ref": "ListSmimeInfoResponse"
           },
           "parameterOrder": [
            "userId",
            "sendAsEmail"
           ]
          },
          "setDefault": {
           "id": "gmail.users.settings.sendAs.smimeInfo.setDefault",
           "parameters": {
            "sendAsEmail": {
             "location": "path",
             "required": true,
             "type": "string"
            },
            "id": {
             "location": "path",
             "required": true,
             "type": "string"
            },
            "userId": {
             "required": true,
             "location": "path",
             "type": "string",
             "default": "me"
            }
           },
           "path": "gmail/v1/users/{userId}/settings/sendAs/{sendAsEmail}/smimeInfo/{id}/setDefault",
           "httpMethod": "POST",
           "parameterOrder": [
            "userId",
            "sendAsEmail",
            "id"
           ]
          },
          "insert": {
           "request": {
            "$ref": "SmimeInfo"
           },
           "id": "gmail.users.settings.sendAs.smimeInfo.insert",
           "response": {
            "$ref": "SmimeInfo"
           },
           "parameterOrder": [
            "userId",
            "sendAsEmail"
           ],
           "parameters": {
            "userId": {
             "type": "string",
             "default": "me",
             "required": true,
             "location": "path"
            },
            "sendAsEmail": {
             "required": true,
             "type": "string",
             "location": "path"
            }
           },
           "path": "gmail/v1/users/{userId}/settings/sendAs/{sendAsEmail}/smimeInfo",
           "httpMethod": "POST"
          },
          "delete": {
           "parameterOrder": [
            "userId",
            "sendAsEmail",
            "id"
           ],
           "path": "gmail/v1/users/{userId}/settings/sendAs/{sendAsEmail}/smimeInfo/{id}",
           "httpMethod": "DELETE",
           "parameters": {
            "userId": {
             "location": "path",
             "required": true,
             "default": "me",
             "type": "string"
            },
            "id": {
             "location": "path",
             "required": true,
             "type": "string"
            },
            "sendAsEmail": {
             "required": true,
             "type": "string",
             "location": "path"
            }
           },
           "id": "gmail.users.settings.sendAs.smimeInfo.delete"
          },
          "get": {
           "parameterOrder": [
            "userId",
            "sendAsEmail",
            "id"
           ],
           "id": "gmail.users.settings.sendAs.smimeInfo.get",
           "response": {
            "$ref": "SmimeInfo"
           },
           "path": "gmail/v1/users/{userId}/settings/sendAs/{sendAsEmail}/smimeInfo/{id}",
           "httpMethod": "GET",
           "parameters": {
            "userId": {
             "required": true,
             "location": "path",
             "type": "string",
             "default": "me"
            },
            "id": {
             "required": true,
             "type": "string",
             "location": "path"
            },
            "sendAsEmail": {
             "location": "path",
             "required": true,
             "type": "string"
            }
           }
          }
         }
        }
       },
       "methods": {
        "list": {
         "path": "gmail/v1/users/{userId}/settings/sendAs",
         "httpMethod": "GET",
         "parameters": {
          "userId": {
           "type": "string",
           "default": "me",
           "required": true,
           "location": "path"
          }
         },
         "parameterOrder": [
          "userId"
         ],
         "id": "gmail.users.settings.sendAs.list",
         "response": {
          "$ref": "ListSendAsResponse"
         }
        },
        "create": {
         "httpMethod": "POST",
         "path": "gmail/v1/users/{userId}/settings/sendAs",
         "parameters": {
          "userId": {
           "default": "me",
           "type": "string",
           "location": "path",
           "required": true
          }
         },
         "parameterOrder": [
          "userId"
         ],
         "request": {
          "$ref": "SendAs"
         },
         "id": "gmail.users.settings.sendAs.create",
         "response": {
          "$ref": "SendAs"
         }
        },
        "patch": {
         "parameters": {
          "userId": {
           "default": "me",
           "type": "string",
           "location": "path",
           "required": true
          },
          "sendAsEmail": {
           "required": true,
           "type": "string",
           "location": "path"
          }
         },
         "path": "gmail/v1/users/{userId}/settings/sendAs/{sendAsEmail}",
         "httpMethod": "PATCH",
         "id": "gmail.users.settings.sendAs.patch",
         "response": {
          "$ref": "SendAs"
         },
         "request": {
          "$ref": "SendAs"
         },
         "parameterOrder": [
          "userId",
          "sendAsEmail"
         ]
        },
        "delete": {
         "parameterOrder": [
          "userId",
          "sendAsEmail"
         ],
         "httpMethod": "DELETE",
         "path": "gmail/v1/users/{userId}/settings/sendAs/{sendAsEmail}",
         "parameters": {
          "userId": {
           "required": true,
           "location": "path",
           "type": "string",
           "default": "me"
          },
          "sendAsEmail": {
           "required": true,
           "type": "string",
           "location": "path"
          }
         },
         "id": "gmail.users.settings.sendAs.delete"
        },
        "verify": {
         "id": "gmail.users.settings.sendAs.verify",
         "parameters": {
          "userId": {
           "required": true,
           "location": "path",
           "type": "string",
           "default": "me"
          },
          "sendAsEmail": {
           "required": true,
           "type": "string",
           "location": "path"
          }
         },
         "httpMethod": "POST",
         "path": "gmail/v1/users/{userId}/settings/sendAs/{sendAsEmail}/verify",
         "parameterOrder": [
          "userId",
          "sendAsEmail"
         ]
        },
        "get": {
         "parameterOrder": [
          "userId",
          "sendAsEmail"
         ],
         "id": "gmail.users.settings.sendAs.get",
         "response": {
          "$ref": "SendAs"
         },
         "httpMethod": "GET",
         "path": "gmail/v1/users/{userId}/settings/sendAs/{sendAsEmail}",
         "parameters": {
          "userId": {
           "default": "me",
           "type": "string",
           "location": "path",
           "required": true
          },
          "sendAsEmail": {
           "required": true,
           "type": "string",
           "location": "path"
          }
         }
        },
        "update": {
         "parameterOrder": [
          "userId",
          "sendAsEmail"
         ],
         "request": {
          "$ref": "SendAs"
         },
         "id": "gmail.users.settings.sendAs.update",
         "response": {
          "$ref": "SendAs"
         },
         "path": "gmail/v1/users/{userId}/settings/sendAs/{sendAsEmail}",
         "httpMethod": "PUT",
         "parameters": {
          "userId": {
           "required": true,
           "location": "path",
           "type": "string",
           "default": "me"
          },
          "sendAsEmail": {
           "location": "path",
           "required": true,
           "type": "string"
          }
         }
        }
       }
      },
      "forwardingAddresses": {
       "methods": {
        "get": {
         "id": "gmail.users.settings.forwardingAddresses.get",
         "response": {
          "$ref": "ForwardingAddress"
         },
         "parameterOrder": [
          "userId",
          "forwardingEmail"
         ],
         "parameters": {
          "userId": {
           "required": true,
           "location": "path",
           "type": "string",
           "default": "me"
          },
          "forwardingEmail": {
           "required": true,
           "type": "string",
           "location": "path"
          }
         },
         "httpMethod": "GET",
         "path": "gmail/v1/users/{userId}/settings/forwardingAddresses/{forwardingEmail}"
        },
        "create": {
         "parameterOrder": [
          "userId"
         ],
         "request": {
          "$ref": "ForwardingAddress"
         },
         "id": "gmail.users.settings.forwardingAddresses.create",
         "response": {
          "$ref": "ForwardingAddress"
         },
         "httpMethod": "POST",
         "path": "gmail/v1/users/{userId}/settings/forwardingAddresses",
         "parameters": {
          "userId": {
           "type": "string",
           "default": "me",
           "required": true,
           "location": "path"
          }
         }
        },
        "delete": {
         "httpMethod": "DELETE",
         "path": "gmail/v1/users/{userId}/settings/forwardingAddresses/{forwardingEmail}",
         "parameterOrder": [
          "userId",
          "forwardingEmail"
         ],
         "id": "gmail.users.settings.forwardingAddresses.delete",
         "parameters": {
          "userId": {
           "type": "string",
           "default": "me",
           "required": true,
           "location": "path"
          },
          "forwardingEmail": {
           "location": "path",
           "required": true,
           "type": "string"
          }
         }
        },
        "list": {
         "id": "gmail.users.settings.forwardingAddresses.list",
         "response": {
          "$ref": "ListForwardingAddressesResponse"
         },
         "parameterOrder": [
          "userId"
         ],
         "parameters": {
          "userId": {
           "required": true,
           "location": "path",
           "type": "string",
           "default": "me"
          }
         },
         "path": "gmail/v1/users/{userId}/settings/forwardingAddresses",
         "httpMethod": "GET"
        }
       }
      }
     },
     "methods": {
      "getLanguage": {
       "parameters": {
        "userId": {
         "default": "me",
         "type": "string",
         "location": "path",
         "required": true
        }
       },
       "httpMethod": "GET",
       "path": "gmail/v1/users/{userId}/settings/language",
       "id": "gmail.users.settings.getLanguage",
       "response": {
        "$ref": "LanguageSettings"
       },
       "parameterOrder": [
        "userId"
       ]
      },
      "updatePop": {
       "parameters": {
        "userId": {
         "default": "me",
         "type": "string",
         "location": "path",
         "required": true
        }
       },
       "path": "gmail/v1/users/{userId}/settings/pop",
       "httpMethod": "PUT",
       "id": "gmail.users.settings.updatePop",
       "response": {
        "$ref": "PopSettings"
       },
       "request": {
        "$ref": "PopSettings"
       },
       "parameterOrder": [
        "userId"
       ]
      },
      "updateLanguage": {
       "parameters": {
        "userId": {
         "location": "path",
         "required": true,
         "default": "me",
         "type": "string"
        }
       },
       "httpMethod": "PUT",
       "path": "gmail/v1/users/{userId}/settings/language",
       "id": "gmail.users.settings.updateLanguage",
       "response": {
        "$ref": "LanguageSettings"
       },
       "request": {
        "$ref": "LanguageSettings"
       },
       "parameterOrder": [
        "userId"
       ]
      },
      "updateAutoForwarding": {
       "path": "gmail/v1/users/{userId}/settings/autoForwarding",
       "httpMethod": "PUT",
       "parameters": {
        "userId": {
         "required": true,
         "location": "path",
         "type": "string",
         "default": "me"
        }
       },
       "parameterOrder": [
        "userId"
       ],
       "id": "gmail.users.settings.updateAutoForwarding",
       "response": {
        "$ref": "AutoForwarding"
       },
       "request": {
        "$ref": "AutoForwarding"
       }
      },
      "updateImap": {
       "path": "gmail/v1/users/{userId}/settings/imap",
       "httpMethod": "PUT",
       "parameters": {
        "userId": {
         "type": "string",
         "default": "me",
         "required": true,
         "location": "path"
        }
       },
       "parameterOrder": [
        "userId"
       ],
       "id": "gmail.users.settings.updateImap",
       "response": {
        "$ref": "ImapSettings"
       },
       "request": {
        "$ref": "ImapSettings"
       }
      },
      "getAutoForwarding": {
       "id": "gmail.users.settings.getAutoForwarding",
       "response": {
        "$ref": "AutoForwarding"
       },
       "parameterOrder": [
        "userId"
       ],
       "parameters": {
        "userId": {
         "type": "string",
         "default": "me",
         "required": true,
         "location": "path"
        }
       },
       "path": "gmail/v1/users/{userId}/settings/autoForwarding",
       "httpMethod": "GET"
      },
      "getImap": {
       "path": "gmail/v1/users/{userId}/settings/imap",
       "httpMethod": "GET",
       "parameters": {
        "userId": {
         "type": "string",
         "default": "me",
         "required": true,
         "location": "path"
        }
       },
       "parameterOrder": [
        "userId"
       ],
       "id": "gmail.users.settings.getImap",
       "response": {
        "$ref": "ImapSettings"
       }
      },
      "getVacation": {
       "parameterOrder": [
        "userId"
       ],
       "id": "gmail.users.settings.getVacation",
       "response": {
        "$ref": "VacationSettings"
       },
       "path": "gmail/v1/users/{userId}/settings/vacation",
       "httpMethod": "GET",
       "parameters": {
        "userId": {
         "required": true,
         "location": "path",
         "type": "string",
         "default": "me"
        }
       }
      },
      "updateVacation": {
       "parameters": {
        "userId": {
         "required": true,
         "location": "path",
         "type": "string",
         "default": "me"
        }
       },
       "httpMethod": "PUT",
       "path": "gmail/v1/users/{userId}/settings/vacation",
       "request": {
        "$ref": "VacationSettings"
       },
       "id": "gmail.users.settings.updateVacation",
       "response": {
        "$ref": "VacationSettings"
       },
       "parameterOrder": [
        "userId"
       ]
      },
      "getPop": {
       "httpMethod": "GET",
       "path": "gmail/v1/users/{userId}/settings/pop",
       "parameters": {
        "userId": {
         "default": "me",
         "type": "string",
         "location": "path",
         "required": true
        }
       },
       "parameterOrder": [
        "userId"
       ],
       "id": "gmail.users.settings.getPop",
       "response": {
        "$ref": "PopSettings"
       }
      }
     }
    },
    "messages": {
     "resources": {
      "attachments": {
       "methods": {
        "get": {
         "path": "gmail/v1/users/{userId}/messages/{messageId}/attachments/{id}",
         "httpMethod": "GET",
         "parameters": {
          "userId": {
           "default": "me",
           "type": "string",
           "location": "path",
           "required": true
          },
          "messageId": {
           "location": "path",
           "required": true,
           "type": "string"
          },
          "id": {
           "required": true,
           "type": "string",
           "location": "path"
          }
         },
         "parameterOrder": [
          "userId",
          "messageId",
          "id"
         ],
         "id": "gmail.users.messages.attachments.get",
         "response": {
          "$ref": "MessagePartBody"
         }
        }
       }
      }
     },
     "methods": {
      "batchDelete": {
       "parameterOrder": [
        "userId"
       ],
       "id": "gmail.users.messages.batchDelete",
       "request": {
        "$ref": "BatchDeleteMessagesRequest"
       },
       "httpMethod": "POST",
       "path": "gmail/v1/users/{userId}/messages/batchDelete",
       "parameters": {
        "userId": {
         "type": "string",
         "default": "me",
         "required": true,
         "location": "path"
        }
       }
      },
      "trash": {
       "id": "gmail.users.messages.trash",
       "response": {
        "$ref": "Message"
       },
       "parameterOrder": [
        "userId",
        "id"
       ],
       "parameters": {
        "userId": {
         "required": true,
         "location": "path",
         "type": "string",
         "default": "me"
        },
        "id": {
         "required": true,
         "type": "string",
         "location": "path"
        }
       },
       "path": "gmail/v1/users/{userId}/messages/{id}/trash",
       "httpMethod": "POST"
      },
      "send": {
       "supportsMediaUpload": true,
       "parameterOrder": [
        "userId"
       ],
       "id": "gmail.users.messages.send",
       "response": {
        "$ref": "Message"
       },
       "request": {
        "$ref": "Message"
       },
       "path": "gmail/v1/users/{userId}/messages/send",
       "httpMethod": "POST",
       "mediaUpload": {
        "accept": [
         "message/*"
        ],
        "maxSize": "36700160",
        "protocols": {
         "simple": {
          "path": "/upload/gmail/v1/users/{userId}/messages/send",
          "multipart": true
         },
         "resumable": {
          "path": "/resumable/upload/gmail/v1/users/{userId}/messages/send",
          "multipart": true
         }
        }
       },
       "parameters": {
        "userId": {
         "location": "path",
         "required": true,
         "default": "me",
         "type": "string"
        }
       }
      },
      "insert": {
       "supportsMediaUpload": true,
       "parameterOrder": [
        "userId"
       ],
       "id": "gmail.users.messages.insert",
       "response": {
        "$ref": "Message"
       },
       "request": {
        "$ref": "Message"
       },
       "path": "gmail/v1/users/{userId}/messages",
       "httpMethod": "POST",
       "mediaUpload": {
        "accept": [
         "message/*"
        ],
        "maxSize": "157286400",
        "protocols": {
         "simple": {
          "multipart": true,
          "path": "/upload/gmail/v1/users/{userId}/messages"
         },
         "resumable": {
          "path": "/resumable/upload/gmail/v1/users/{userId}/messages",
          "multipart": true
         }
        }
       },
       "parameters": {
        "internalDateSource": {
         "enum": [
          "receivedTime",
          "dateHeader"
         ],
         "location": "query",
         "type": "string",
         "default": "receivedTime"
        },
        "deleted": {
         "default": "false",
         "location": "query",
         "type": "boolean"
        },
        "userId": {
         "default": "me",
         "type": "string",
         "location": "path",
         "required": true
        }
       }
      },
      "import": {
       "request": {
        "$ref": "Message"
       },
       "id": "gmail.users.messages.import",
       "response": {
        "$ref": "Message"
       },
       "parameterOrder": [
        "userId"
       ],
       "supportsMediaUpload": true,
       "parameters": {
        "userId": {
         "location": "path",
         "required": true,
         "default": "me",
         "type": "string"
        },
        "internalDateSource": {
         "default": "dateHeader",
         "type": "string",
         "location": "query",
         "enum": [
          "receivedTime",
          "dateHeader"
         ]
        },
        "neverMarkSpam": {
         "type": "boolean",
         "default": "false",
         "location": "query"
        },
        "processForCalendar": {
         "type": "boolean",
         "default": "false",
         "location": "query"
        },
        "deleted": {
         "default": "false",
         "location": "query",
         "type": "boolean"
        }
       },
       "mediaUpload": {
        "maxSize": "157286400",
        "protocols": {
         "simple": {
          "path": "/upload/gmail/v1/users/{userId}/messages/import",
          "multipart": true
         },
         "resumable": {
          "path": "/resumable/upload/gmail/v1/users/{userId}/messages/import",
          "multipart": true
         }
        },
        "accept": [
         "message/*"
        ]
       },
       "httpMethod": "POST",
       "path": "gmail/v1/users/{userId}/messages/import"
      },
      "list": {
       "parameterOrder": [
        "userId"
       ],
       "id": "gmail.users.messages.list",
       "response": {
        "$ref": "ListMessagesResponse"
       },
       "httpMethod": "GET",
       "path": "gmail/v1/users/{userId}/messages",
       "parameters": {
        "q": {
         "location": "query",
         "type": "string"
        },
        "maxResults": {
         "location": "query",
         "default": "100",
         "type": "integer",
         "format": "uint32"
        },
        "includeSpamTrash": {
         "type": "boolean",
         "default": "false",
         "location": "query"
        },
        "pageToken": {
         "type": "string",
         "location": "query"
        },
        "userId": {
         "default": "me",
         "type": "string",
         "location": "path",
         "required": true
        },
        "labelIds": {
         "type": "string",
         "location": "query",
         "repeated": true
        }
       }
      },
      "batchModify": {
       "request": {
        "$ref": "BatchModifyMessagesRequest"
       },
       "id": "gmail.users.messages.batchModify",
       "parameterOrder": [
        "userId"
       ],
       "parameters": {
        "userId": {
         "location": "path",
         "required": true,
         "default": "me",
         "type": "string"
        }
       },
       "path": "gmail/v1/users/{userId}/messages/batchModify",
       "httpMethod": "POST"
      },
      "modify": {
       "httpMethod": "POST",
       "path": "gmail/v1/users/{userId}/messages/{id}/modify",
       "parameters": {
        "id": {
         "required": true,
         "type": "string",
         "location": "path"
        },
        "userId": {
         "required": true,
         "location": "path",
         "type": "string",
         "default": "me"
        }
       },
       "parameterOrder": [
        "userId",
        "id"
       ],
       "request": {
        "$ref": "ModifyMessageRequest"
       },
       "id": "gmail.users.messages.modify",
       "response": {
        "$ref": "Message"
       }
      },
      "delete": {
       "parameterOrder": [
        "userId",
        "id"
       ],
       "httpMethod": "DELETE",
       "path": "gmail/v1/users/{userId}/messages/{id}",
       "parameters": {
        "userId": {
         "default": "me",
         "type": "string",
         "location": "path",
         "required": true
        },
        "id": {
         "location": "path",
         "required": true,
         "type": "string"
        }
       },
       "id": "gmail.users.messages.delete"
      },
      "get": {
       "path": "gmail/v1/users/{userId}/messages/{id}",
       "httpMethod": "GET",
       "parameters": {
        "id": {
         "required": true,
         "type": "string",
         "location": "path"
        },
        "userId": {
         "default": "me",
         "type": "string",
         "location": "path",
         "required": true
        },
        "metadataHeaders": {
         "type": "string",
         "location": "query",
         "repeated": true
        },
        "format": {
         "enum": [
          "minimal",
          "full",
          "raw",
          "metadata"
         ],
         "location": "query",
         "type": "string",
         "default": "full"
        }
       },
       "parameterOrder": [
        "userId",
        "id"
       ],
       "id": "gmail.users.messages.get",
       "response": {
        "$ref": "Message"
       }
      },
      "untrash": {
       "httpMethod": "POST",
       "path": "gmail/v1/users/{userId}/messages/{id}/untrash",
       "parameters": {
        "userId": {
         "required": true,
         "location": "path",
         "type": "string",
         "default": "me"
        },
        "id": {
         "required": true,
         "type": "string",
         "location": "path"
        }
       },
       "parameterOrder": [
        "userId",
        "id"
       ],
       "id": "gmail.users.messages.untrash",
       "response": {
        "$ref": "Message"
       }
      }
     }
    },
    "labels": {
     "methods": {
      "list": {
       "id": "gmail.users.labels.list",
       "response": {
        "$ref": "ListLabelsResponse"
       },
       "parameterOrder": [
        "userId"
       ],
       "parameters": {
        "userId": {
         "default": "me",
         "type": "string",
         "location": "path",
         "required": true
        }
       },
       "httpMethod": "GET",
       "path": "gmail/v1/users/{userId}/labels"
      },
      "get": {
       "path": "gmail/v1/users/{userId}/labels/{id}",
       "httpMethod": "GET",
       "parameters": {
        "userId": {
         "required": true,
         "location": "path",
         "type": "string",
         "default": "me"
        },
        "id": {
         "location": "path",
         "required": true,
         "type": "string"
        }
       },
       "parameterOrder": [
        "userId",
        "id"
       ],
       "id": "gmail.users.labels.get",
       "response": {
        "$ref": "Label"
       }
      },
      "update": {
       "id": "gmail.users.labels.update",
       "response": {
        "$ref": "Label"
       },
       "request": {
        "$ref": "Label"
       },
       "parameterOrder": [
        "userId",
        "id"
       ],
       "parameters": {
        "id": {
         "location": "path",
         "required": true,
         "type": "string"
        },
        "userId": {
         "default": "me",
         "type": "string",
         "location": "path",
         "required": true
        }
       },
       "httpMethod": "PUT",
       "path": "gmail/v1/users/{userId}/labels/{id}"
      },
      "create": {
       "httpMethod": "POST",
       "path": "gmail/v1/users/{userId}/labels",
       "parameters": {
        "userId": {
         "required": true,
         "location": "path",
         "type": "string",
         "default": "me"
        }
       },
       "parameterOrder": [
        "userId"
       ],
       "request": {
        "$ref": "Label"
       },
       "id": "gmail.users.labels.create",
       "response": {
        "$ref": "Label"
       }
      },
      "delete": {
       "parameterOrder": [
        "userId",
        "id"
       ],
       "httpMethod": "DELETE",
       "path": "gmail/v1/users/{userId}/labels/{id}",
       "parameters": {
        "userId": {
         "required": true,
         "location": "path",
         "type": "string",
         "default": "me"
        },
        "id": {
         "location": "path",
         "required": true,
         "type": "string"
        }
       },
       "id": "gmail.users.labels.delete"
      },
      "patch": {
       "httpMethod": "PATCH",
       "path": "gmail/v1/users/{userId}/labels/{id}",
       "parameters": {
        "id": {
         "location": "path",
         "required": true,
         "type": "string"
        },
        "userId": {
         "location": "path",
         "required": true,
         "default": "me",
         "type": "string"
        }
       },
       "parameterOrder": [
        "userId",
        "id"
       ],
       "request": {
        "$ref": "Label"
       },
       "id": "gmail.users.labels.patch",
       "response": {
        "$ref": "Label"
       }
      }
     }
    }
   }
  }
 }
};
