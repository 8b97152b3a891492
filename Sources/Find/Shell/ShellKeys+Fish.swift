extension ShellKeys {
  static let fish = #"""
    # Keys for fish: viewmodel-host find --shell fish | source
    if status is-interactive

    function __viewmodel_find
      set -l height 40%
      set -q VIEWMODEL_FIND_HEIGHT; and set height $VIEWMODEL_FIND_HEIGHT
      command viewmodel-host find --height $height $argv
    end

    # Puts words into the line.
    function __viewmodel_find_insert
      for word in $argv
        commandline -i -- (string escape -- $word)' '
      end
    end

    function __viewmodel_find_files
      set -l found (__viewmodel_find -m --print0 </dev/tty | string split0)
      __viewmodel_find_insert $found
      commandline -f repaint
    end

    function __viewmodel_find_history
      set -l found (history -z | __viewmodel_find --read0 --print0 --no-sort --query (commandline) | string split0)
      and commandline -- $found
      commandline -f repaint
    end

    function __viewmodel_find_cd
      set -l found (__viewmodel_find --folders </dev/tty)
      and cd -- $found
      commandline -f repaint
    end

    function __viewmodel_find_complete
      set -l word (commandline -t)
      if not string match -q -- '*\*\*' $word
        commandline -f complete
        return
      end
      set word (string replace -r -- '\*\*$' '' $word)
      set -l prefix (string match -r -- '^.*/' $word)
      set -l folder .
      test -n "$prefix"; and set folder (string replace -r -- '^~/' "$HOME/" $prefix)
      set -l options -m --print0 --query (string replace -r -- '^.*/' '' $word)
      if contains -- (commandline -po)[1] cd pushd rmdir
        set options $options --folders
      end
      # What runs in parentheses is no process of its own.
      set -l before $PWD
      set -l found (builtin cd $folder; and __viewmodel_find $options </dev/tty | string split0)
      builtin cd $before
      if test -n "$found"
        commandline -t -- ''
        for each in $found
          commandline -i -- "$prefix"(string escape -- $each)' '
        end
      end
      commandline -f repaint
    end

    bind \ct __viewmodel_find_files
    bind \cr __viewmodel_find_history
    bind \ec __viewmodel_find_cd
    bind \t __viewmodel_find_complete

    end

    """#
}
