// The messages of the protocol, version 1. The form of each line of a conversation, in both directions.
// Written by conformance/message_files.py from messages.schema.json.

export type Json = null | boolean | number | string | Json[] | { [name: string]: Json };

/** The requests to the host. */
export type Requests = {
  /** What the frontend speaks, can do and wants. It comes first, if at all. */
  initialize: {
    params: {
      protocolVersions: string[];
      client?: {
        name: string;
        version?: string | null;
      } | null;
      capabilities?: {
        mergeUpdates?: boolean | {
          milliseconds: Count;
        } | null;
        integers?: "numbers" | "strings" | null;
        services?: string[] | null;
        restarts?: boolean | null;
        turns?: boolean | null;
        log?: "debug" | "info" | "warning" | "error" | "off" | null;
      } | null;
    };
    result: {
      protocolVersion: string;
      host: {
        name: string;
        version: string;
      };
      capabilities: {
        batch: true;
        mergeUpdates: true;
        services: true;
      };
      limits: {
        lineBytes: Count;
        depth: Count;
        queueBytes: Count;
        calls: Count;
      };
    };
  };
  /** Is answered at any time. */
  ping: {
    params: NoParams;
    result: Empty;
  };
  /** Disposes all instances. */
  shutdown: {
    params: NoParams;
    result: Empty;
  };
  /** The names of the catalog. */
  "viewModel/list": {
    params: NoParams;
    result: {
      viewModels: {
        name: string;
        summary?: string;
      }[];
    };
  };
  /** What a ViewModel takes and gives. */
  "viewModel/describe": {
    params: {
      name: string;
    };
    result: {
      name: string;
      parameters: DescribedArgument[];
      uses: {
        name: string;
        description?: string;
        viewModels: string[];
      }[];
      services: {
        name: string;
        description?: string;
        arguments: Schema;
        result: Schema;
        required: boolean;
      }[];
      inputs: {
        name: string;
        description?: string;
        arguments: DescribedArgument[];
        async: boolean;
        throws?: true;
        result?: Schema;
      }[];
      outputs: {
        name: string;
        description?: string;
        schema: Schema;
        window?: {
          anchor: boolean;
          always: boolean;
        };
      }[];
      events: {
        name: string;
        description?: string;
        schema: Schema;
      }[];
      description?: string;
    };
  };
  /** What has changed since a contract was written. */
  "contract/check": {
    params: {
      contract: Record<string, Json>;
    };
    result: {
      compatible: boolean;
      changes: {
        breaks: boolean;
        sentence: string;
      }[];
    };
  };
  /** Makes an instance. */
  "viewModel/create": {
    params: {
      name: string;
      id?: InstanceId | null;
      parameters?: Arguments | null;
      uses?: Record<string, InstanceId> | null;
      observe?: ObservedOutput[] | null;
    };
    result: InstanceState;
  };
  /** Chooses the outputs that are part of the state. */
  "viewModel/observe": {
    params: {
      id: InstanceId;
      observe: ObservedOutput[];
    };
    result: Empty;
  };
  /** Moves the window through which a list is observed. */
  "viewModel/window": {
    params: {
      id: InstanceId;
      output: string;
      offset: Integer;
      limit: Count;
    };
    result: {
      total: Count;
      offset: Count;
      limit: Count;
    };
  };
  /** Ends an instance. */
  "viewModel/dispose": {
    params: {
      id: InstanceId;
    };
    result: Empty;
  };
  /** The state of an instance. */
  "viewModel/snapshot": {
    params: {
      id: InstanceId;
    };
    result: InstanceState;
  };
  /** Calls an input, and is answered when that has finished. */
  "viewModel/call": {
    params: {
      id: InstanceId;
      input: string;
      arguments?: Arguments | null;
      step?: boolean | null;
    };
    result: {
      value: Json;
    };
  };
  /** What an input would do, also a wrong one. Nothing of it is done. */
  "viewModel/try": {
    params: {
      id: InstanceId;
      input: string;
      arguments?: Json;
      seq?: Json;
      step?: Json;
    };
    result: {
      messages: MessageFromHost[];
    } | {
      crashed: {
        reason: string;
        file?: string;
        line?: Count;
      };
    };
  };
  /** What may still change something although nothing more is sent. */
  "host/pending": {
    params: NoParams;
    result: {
      inputs: Count;
      services: Count;
      tasks?: Count;
      timer?: Count;
    };
  };
  /** What the last turns came from, and those that were taken back. */
  "session/turns": {
    params: {
      count?: Count | null;
    };
    result: {
      turn: Count;
      turns: ({
        turn: Count;
        cause: "line" | "timer" | "task" | "host";
        messages?: Record<string, Json>[];
        step?: true;
      })[];
      undone: ({
        turn: Count;
        cause: "line" | "timer" | "task" | "host";
        messages?: Record<string, Json>[];
        step?: true;
      })[];
    };
  };
  /** The session is again what it was after a turn. */
  "session/rewind": {
    params: {
      turn: Count;
    };
    result: {
      turn: Count;
      opened?: OpenedInstance[];
    };
  };
  /** Takes the last input back. */
  "session/undo": {
    params: NoParams;
    result: {
      turn: Count;
      opened?: OpenedInstance[];
    };
  };
  /** Has the next input again that was taken back. */
  "session/redo": {
    params: NoParams;
    result: {
      turn: Count;
      opened?: OpenedInstance[];
    };
  };
  /** Lets virtual time pass. */
  "clock/advance": {
    params: {
      milliseconds: number;
    };
    result: {
      now: number;
    };
  };
  /** In a recording: what tasks do waits from here on. */
  "replay/hold": {
    params: {
      lineBytes?: Count | null;
      calls?: Count | null;
    };
    result: Empty;
  };
  /** In a recording: steps of tasks. */
  "replay/run": {
    params: {
      tasks: (Integer | {
        task: Integer;
        now: number;
      })[];
    };
    result: Empty;
  };
  /** In a recording: what a task has brought back. */
  "replay/arrival": {
    params: {
      task: Integer;
    };
    result: Empty;
  };
  /** In a recording: what was left of a turn that was cut off. */
  "replay/proceed": {
    params: NoParams;
    result: Empty;
  };
  /** In a recording: the answer to a `viewModel/try`. */
  "replay/tried": {
    params: {
      result?: Json;
      error?: Failure | null;
    };
    result: Empty;
  };
  /** In a recording: whether the frontend reads. */
  "replay/pipe": {
    params: {
      backedUp?: boolean | null;
      full?: boolean | null;
    };
    result: Empty;
  };
  /** Is answered when all has been said. */
  "replay/quiet": {
    params: NoParams;
    result: Empty;
  };
};

/** The notifications to the host, which ignores those that it does not know. */
export type NotificationsToHost = {
  /** Calls an input. */
  "viewModel/input": {
    params: {
      id: InstanceId;
      input: string;
      arguments?: Arguments | null;
      seq?: Sequence | null;
      step?: boolean | null;
    };
  };
  /** Nobody waits for the answer to a request any more. */
  "$/cancelRequest": {
    params: {
      id: RequestId;
    };
  };
  /** Ends the host. */
  exit: {
    params: NoParams;
  };
};

/** The requests from the host. */
export type RequestsFromHost = {
  /** An instance needs something done outside. */
  "service/call": {
    params: {
      service: string;
      arguments: Record<string, Json>;
      id?: InstanceId;
    };
    result: Json;
  };
};

/** The notifications from the host. */
export type NotificationsFromHost = {
  /** What a turn has changed. */
  "viewModel/update": {
    params: {
      updates: {
        id: InstanceId;
        revision: number;
        patch?: Operation[];
        events?: {
          event: string;
          value: Json;
        }[];
        droppedEvents?: number;
        done?: Sequence[];
      }[];
      turn?: Count;
    };
  };
  /** An input has failed. What it had of the other members is repeated. */
  "viewModel/rejected": {
    params: {
      error: Failure;
      id?: Json;
      input?: Json;
      seq?: Json;
    };
  };
  /** An error inside a ViewModel that no output carries. */
  "viewModel/failed": {
    params: {
      id: InstanceId;
      error: Failure;
    };
  };
  /** An instance is gone that the frontend has not disposed. */
  "viewModel/closed": {
    params: {
      id: InstanceId;
      reason: string;
    };
  };
  /** An answer that the host could not use. */
  "service/rejected": {
    params: {
      id: Json;
      error: Failure;
      service?: string;
    };
  };
  /** Another process continues the session. */
  "host/restarted": {
    params: {
      cause: "crash" | "executable";
      reason: string;
      milliseconds: Count;
      file?: string;
      line?: Count;
      differs?: InstanceId[];
    };
  };
  /** The host continues the session of a journal. */
  "host/resumed": {
    params: {
      turn: Count;
      opened: OpenedInstance[];
    };
  };
  /** For people. */
  "host/log": {
    params: {
      level: "debug" | "info" | "warning" | "error";
      message: string;
    };
  };
  /** Nobody waits for the answer to a request any more. */
  "$/cancelRequest": {
    params: {
      id: RequestId;
    };
  };
};

/** An integer of 64 bits with a sign, in whatever way it is written. */
export type Integer = number;

/** How many there are of something. */
export type Count = number;

/** Chosen by the sender of the request. The text 1 is not the number 1. */
export type RequestId = string | number;

/** The id of an instance, of at most 1,024 bytes. */
export type InstanceId = string;

/** Chosen by the frontend for an input, to learn what became of it. */
export type Sequence = string | number;

/** What went wrong. The message is for people. */
export type Failure = {
  code: Integer;
  message: string;
  data?: Json;
};

/** Arguments or parameters, by their names or in order. */
export type Arguments = Record<string, Json> | Json[];

/** An output that is part of the state; of a list maybe some rows only. */
export type ObservedOutput = string | {
  output: string;
  window?: {
    limit: Count;
    offset?: Integer | null;
    anchor?: boolean | null;
  } | null;
};

/** An operation of a JSON Patch (RFC 6902). */
export type Operation = {
  op: "add";
  path: string;
  value: Json;
} | {
  op: "remove";
  path: string;
} | {
  op: "replace";
  path: string;
  value: Json;
};

/** An instance as it is at the end of the turn. */
export type InstanceState = {
  id: InstanceId;
  revision: Count;
  state: Record<string, Json>;
};

/** An instance that the frontend does not know, of the ViewModel of this name. */
export type OpenedInstance = {
  id: InstanceId;
  name: string;
  revision: Count;
  state: Record<string, Json>;
};

/** A JSON Schema (draft 2020-12). */
export type Schema = Record<string, Json> | boolean;

/** An argument of an input or a service, or a parameter of a ViewModel. */
export type DescribedArgument = {
  name: string;
  schema: Schema;
  required: boolean;
  description?: string;
  default?: Json;
};

/** For a method without params, which may be left out. */
export type NoParams = Record<string, never> | [] | null;

/** The result that says only that it is done. */
export type Empty = Record<string, never>;

/** A line from the frontend to the host. */
export type ToHost = MessageToHost | MessageToHost[];

export type MessageToHost = RequestToHost | NotificationToHost | ResponseToHost;

export type RequestToHost = {
  jsonrpc: "2.0";
  id: RequestId;
} & (
  | { method: "initialize"; params: Requests["initialize"]["params"] }
  | { method: "ping"; params?: Requests["ping"]["params"] }
  | { method: "shutdown"; params?: Requests["shutdown"]["params"] }
  | { method: "viewModel/list"; params?: Requests["viewModel/list"]["params"] }
  | { method: "viewModel/describe"; params: Requests["viewModel/describe"]["params"] }
  | { method: "contract/check"; params: Requests["contract/check"]["params"] }
  | { method: "viewModel/create"; params: Requests["viewModel/create"]["params"] }
  | { method: "viewModel/observe"; params: Requests["viewModel/observe"]["params"] }
  | { method: "viewModel/window"; params: Requests["viewModel/window"]["params"] }
  | { method: "viewModel/dispose"; params: Requests["viewModel/dispose"]["params"] }
  | { method: "viewModel/snapshot"; params: Requests["viewModel/snapshot"]["params"] }
  | { method: "viewModel/call"; params: Requests["viewModel/call"]["params"] }
  | { method: "viewModel/try"; params: Requests["viewModel/try"]["params"] }
  | { method: "host/pending"; params?: Requests["host/pending"]["params"] }
  | { method: "session/turns"; params?: Requests["session/turns"]["params"] }
  | { method: "session/rewind"; params: Requests["session/rewind"]["params"] }
  | { method: "session/undo"; params?: Requests["session/undo"]["params"] }
  | { method: "session/redo"; params?: Requests["session/redo"]["params"] }
  | { method: "clock/advance"; params: Requests["clock/advance"]["params"] }
  | { method: "replay/hold"; params?: Requests["replay/hold"]["params"] }
  | { method: "replay/run"; params: Requests["replay/run"]["params"] }
  | { method: "replay/arrival"; params: Requests["replay/arrival"]["params"] }
  | { method: "replay/proceed"; params?: Requests["replay/proceed"]["params"] }
  | { method: "replay/tried"; params?: Requests["replay/tried"]["params"] }
  | { method: "replay/pipe"; params?: Requests["replay/pipe"]["params"] }
  | { method: "replay/quiet"; params?: Requests["replay/quiet"]["params"] }
);

export type NotificationToHost = {
  jsonrpc: "2.0";
} & (
  | { method: "viewModel/input"; params: NotificationsToHost["viewModel/input"]["params"] }
  | { method: "$/cancelRequest"; params: NotificationsToHost["$/cancelRequest"]["params"] }
  | { method: "exit"; params?: NotificationsToHost["exit"]["params"] }
  | { method: "clock/advance"; params: Requests["clock/advance"]["params"] }
  | { method: "replay/hold"; params?: Requests["replay/hold"]["params"] }
  | { method: "replay/run"; params: Requests["replay/run"]["params"] }
  | { method: "replay/arrival"; params: Requests["replay/arrival"]["params"] }
  | { method: "replay/proceed"; params?: Requests["replay/proceed"]["params"] }
  | { method: "replay/tried"; params?: Requests["replay/tried"]["params"] }
  | { method: "replay/pipe"; params?: Requests["replay/pipe"]["params"] }
);

export type ResponseToHost = {
  jsonrpc: "2.0";
  id: RequestId;
  result: Json;
} | {
  jsonrpc: "2.0";
  id: RequestId;
  error: Failure;
};

/** A line from the host to the frontend. */
export type FromHost = MessageFromHost | MessageFromHost[];

export type MessageFromHost = NotificationFromHost | RequestFromHost | ResponseFromHost;

export type NotificationFromHost = {
  jsonrpc: "2.0";
} & (
  | { method: "viewModel/update"; params: NotificationsFromHost["viewModel/update"]["params"] }
  | { method: "viewModel/rejected"; params: NotificationsFromHost["viewModel/rejected"]["params"] }
  | { method: "viewModel/failed"; params: NotificationsFromHost["viewModel/failed"]["params"] }
  | { method: "viewModel/closed"; params: NotificationsFromHost["viewModel/closed"]["params"] }
  | { method: "service/rejected"; params: NotificationsFromHost["service/rejected"]["params"] }
  | { method: "host/restarted"; params: NotificationsFromHost["host/restarted"]["params"] }
  | { method: "host/resumed"; params: NotificationsFromHost["host/resumed"]["params"] }
  | { method: "host/log"; params: NotificationsFromHost["host/log"]["params"] }
  | { method: "$/cancelRequest"; params: NotificationsFromHost["$/cancelRequest"]["params"] }
);

export type RequestFromHost = {
  jsonrpc: "2.0";
  id: string;
} & (
  | { method: "service/call"; params: RequestsFromHost["service/call"]["params"] }
);

export type ResponseFromHost = {
  jsonrpc: "2.0";
  id: RequestId;
  result: Record<string, Json>;
} | {
  jsonrpc: "2.0";
  /** It is null where that of the request could not be read. */
  id: string | number | null;
  error: Failure;
};
