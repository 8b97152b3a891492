# shellcheck shell=sh disable=SC2034,SC2154 # the parts share their variables
# What the functions that `viewmodel-generate shell` writes have in common: they check their arguments before anything is
# sent, and ask the host whether it still offers what they were generated for.

# vmh_arguments FUNCTION SPEC... -- [ARGUMENT]...
# Sets vmh_arguments to a JSON object of the arguments that FUNCTION was called with; to nothing if there are none. The
# first stand in order, one for each SPEC "NAME TYPE"; behind them stand options and their values, for each SPEC
# "--NAME TYPE", which ends with " required" when it may not be missing. TYPE is string, integer, number, boolean, list,
# object or any; or texts in JSON, with | between them. What is not part of the object is of the type id, instance or
# observe. NAME=JSON is for an argument that the ViewModel calls otherwise: a string in JSON, with \u0020 for a space.
vmh_arguments() {
  vmh__function=$1 vmh__specs=0 vmh_arguments='' vmh__uses='' vmh__typed_id='' vmh__typed_observe='' vmh__seen=' '
  shift
  while [ "$1" != -- ]; do
    vmh__specs=$((vmh__specs + 1))
    eval "vmh__spec_$vmh__specs=\$1"
    shift
  done
  shift
  vmh__i=0
  while [ "$vmh__i" -lt "$vmh__specs" ]; do
    vmh__i=$((vmh__i + 1))
    vmh__read_spec "$vmh__i"
    case $vmh__option in --*) break ;; esac
    if [ $# -eq 0 ]; then
      vmh__say "$vmh__function: $vmh__option is missing; it is $(vmh__kind_words "$vmh__kind")"
      return 2
    fi
    vmh__add_argument "$1" || return
    shift
  done
  while [ $# -gt 0 ]; do
    vmh__find_spec "$1" || return
    if [ $# -eq 1 ]; then
      vmh__say "$vmh__function: $1 needs a value"
      return 2
    fi
    vmh__add_argument "$2" || return
    vmh__seen="$vmh__seen$1 "
    shift 2
  done
  vmh__i=0
  while [ "$vmh__i" -lt "$vmh__specs" ]; do
    vmh__i=$((vmh__i + 1))
    vmh__read_spec "$vmh__i"
    case $vmh__required,$vmh__seen in
      required,*" $vmh__option "*) ;;
      required,*)
        vmh__say "$vmh__function: $vmh__option is missing; it is $(vmh__kind_words "$vmh__kind")"
        return 2
        ;;
    esac
  done
  vmh_arguments=${vmh_arguments:+"{$vmh_arguments}"}
}

# Sets vmh__option, vmh__wire_name (in JSON; nothing if it is the option's), vmh__kind and vmh__required to what spec $1
# says.
vmh__read_spec() {
  eval "vmh__spec=\$vmh__spec_$1"
  vmh__option=${vmh__spec%% *} vmh__kind=${vmh__spec#* } vmh__required=''
  case $vmh__kind in *' required') vmh__required=required vmh__kind=${vmh__kind% required} ;; esac
  vmh__wire_name=
  case $vmh__option in *=*) vmh__wire_name=${vmh__option#*=} vmh__option=${vmh__option%%=*} ;; esac
}

# Reads the spec of the option $1, or says which there are.
vmh__find_spec() {
  vmh__known='' vmh__i=0
  while [ "$vmh__i" -lt "$vmh__specs" ]; do
    vmh__i=$((vmh__i + 1))
    vmh__read_spec "$vmh__i"
    case $vmh__option in
      "$1") case $1 in --*) return 0 ;; esac ;;
      --*) vmh__known="$vmh__known${vmh__known:+, }$vmh__option" ;;
    esac
  done
  case $1,$vmh__known in
    --?*,?*) vmh__say "$vmh__function knows no option \"$1\"; it knows $vmh__known" ;;
    *) vmh__say "$vmh__function: nothing more is expected, found \"$1\"" ;;
  esac
  return 2
}

# Adds the value $1 for the spec that was read last, if it is of its type.
vmh__add_argument() {
  vmh__value=$1
  case $vmh__kind in
    id) vmh__typed_id=$1 && return ;;
    observe) vmh__typed_observe=$1 && return ;;
    string | instance)
      vmh__quote "$1"
      vmh__value=$vmh__quoted
      ;;
    \"*)
      vmh__quote "$1"
      vmh__value=$vmh__quoted
      case "|$vmh__kind|" in *"|$vmh__value|"*) ;; *) vmh__kind_error "$1" || return ;; esac
      ;;
    integer) vmh__is_integer "$1" || vmh__kind_error "$1" || return ;;
    number) vmh__is_number "$1" || vmh__kind_error "$1" || return ;;
    boolean) case $1 in true | false) ;; *) vmh__kind_error "$1" || return ;; esac ;;
    *)
      vmh__flatten "${1#"${1%%[![:space:]]*}"}"
      vmh__value=$vmh__flat
      case $vmh__kind,$vmh__value in
        list,\[* | object,\{* | any,?*) ;;
        *) vmh__kind_error "$1" || return ;;
      esac
      ;;
  esac
  if [ -z "$vmh__wire_name" ]; then
    vmh__quote "${vmh__option#--}"
    vmh__wire_name=$vmh__quoted
  fi
  if [ "$vmh__kind" = instance ]; then
    vmh__uses="$vmh__uses${vmh__uses:+,}$vmh__wire_name:$vmh__value"
  else
    vmh_arguments="$vmh_arguments${vmh_arguments:+,}$vmh__wire_name:$vmh__value"
  fi
}

vmh__kind_error() {
  vmh__say "$vmh__function: $vmh__option: expected $(vmh__kind_words "$vmh__kind"), found \"$1\""
  return 2
}

# What the type $1 is called in a sentence.
vmh__kind_words() {
  case $1 in
    id | instance) echo 'the id of an instance' ;;
    list) echo 'a list, in JSON' ;;
    object) echo 'an object, in JSON' ;;
    any) echo 'JSON' ;;
    integer) echo 'an integer' ;;
    boolean) echo 'true or false' ;;
    \"*) printf '%s\n' "$1" | sed 's/\\u0020/ /g; s/|/ or /g' ;;
    *) echo "a $1" ;;
  esac
}

# Whether $1 is an integer as JSON writes it.
vmh__is_integer() {
  case ${1#-} in
    '' | *[!0-9]* | 0?*) return 1 ;;
  esac
}

# Whether $1 is a number as JSON writes it.
vmh__is_number() {
  vmh__whole=${1%%[.eE]*}
  vmh__is_integer "$vmh__whole" || return
  vmh__rest=${1#"$vmh__whole"}
  case $vmh__rest in
    .*)
      vmh__rest=${vmh__rest#.}
      case ${vmh__rest%%[eE]*} in '' | *[!0-9]*) return 1 ;; esac
      vmh__rest=${vmh__rest#"${vmh__rest%%[eE]*}"}
      ;;
  esac
  case $vmh__rest in
    '') ;;
    *)
      vmh__rest=${vmh__rest#[eE]}
      case ${vmh__rest#[+-]} in '' | *[!0-9]*) return 1 ;; esac
      ;;
  esac
}

# vmh_create_typed NAME CONTRACT FUNCTION SPEC... -- [ARGUMENT]...
# As vmh_create, when the host has said that it keeps CONTRACT. The arguments are as of vmh_arguments.
vmh_create_typed() {
  vmh__typed_name=$1 vmh__typed_contract=$2
  shift 2
  vmh_arguments "$@" || return
  vmh__check_waiting "$vmh__function" || return
  vmh__keep_contract "$vmh__typed_name" "$vmh__typed_contract" || return
  set -- "$vmh__typed_name"
  [ -z "$vmh_arguments" ] || set -- "$@" --parameters "$vmh_arguments"
  [ -z "$vmh__uses" ] || set -- "$@" --uses "{$vmh__uses}"
  [ -z "$vmh__typed_id" ] || set -- "$@" --id "$vmh__typed_id"
  [ -z "$vmh__typed_observe" ] || set -- "$@" --observe "$vmh__typed_observe"
  vmh_create "$@"
}

# Asks the host, once, whether it keeps the contract $2 of the ViewModel $1; fails with 10 when it does not. A host
# that is older than the question cannot tell.
vmh__keep_contract() {
  case $vmh__contracts in *" $1 "*) return 0 ;; esac
  vmh__next_number
  set -- "$1" "$2" "$vmh__number"
  vmh__send_request contract/check "{\"contract\":$2}" request '' "$3" || return
  vmh__await "$3" "${VMH_TIMEOUT-$vmh__patience}" || return
  case $vmh__outcome,$vmh__reply in
    error,*'"code":-32601'*) ;;
    *)
      vmh__conclude "$vmh__function" || return
      vmh__why=$(printf '%s\n' "$vmh_result" | jq -r '[.changes[] | select(.breaks).sentence]
        | if length > 3 then .[:3] + ["and \(length - 3) more"] else . end | join("; ")')
      if [ -n "$vmh__why" ]; then
        vmh__say "$vmh__function: the host has changed: $vmh__why"
        return 10
      fi
      ;;
  esac
  vmh__contracts="$vmh__contracts$1 "
}
